// SPDX-License-Identifier: Apache-2.0

/** The values in the captured events, all made up, and the fake veil's tokens for them. */
export const values = {
  "12345678Z": "[DNI-001]",
  "ES91 2100 0418 4502 0005 1332": "[IBAN-001]",
  ES9121000418450200051332: "[IBAN-001.2]",
  "ana.prueba@example.org": "[EMAIL-001]",
};

export const hide = (text) => Object.entries(values).reduce((t, [value, token]) => t.replaceAll(value, token), text);
export const reveal = (text) => Object.entries(values).reduce((t, [value, token]) => t.replaceAll(token, value), text);
