// SPDX-License-Identifier: Apache-2.0

package plant

import (
	"strings"

	"github.com/veil-guard/veil/core"
)

// carrier is a piece of text with a place for a value: %v for the value, %s for
// its Spanish label, %e for its English one, %k for a key in code and data. One
// that ends a line may have more text after it.
type carrier struct {
	name, text string
	// holds says whether the spelling can stand there; nil for every one.
	holds func(spelling string) bool
	// escape spells it as the carrier must; nil for as it is.
	escape func(spelling string) string
	bare   bool // there is no label before the value
}

// label is what values of a kind are called: in Spanish, in English, as a key.
type label struct{ es, en, key string }

func labelOf(v Variant) label {
	switch v.Kind {
	case core.DNI:
		return label{"DNI", "DNI", "dni"}
	case core.CIF:
		return label{"CIF", "CIF", "cif"}
	case core.NSS:
		return label{"NSS", "NSS", "nss"}
	case core.IBAN:
		if v.Cued {
			return label{"cuenta", "account", "cuenta"}
		}
		return label{"IBAN", "IBAN", "iban"}
	case core.Tarjeta:
		return label{"tarjeta", "card", "tarjeta"}
	case core.Email:
		return label{"correo", "e-mail", "email"}
	case core.Tel:
		return label{"teléfono", "phone", "telefono"}
	case core.Pasaporte:
		return label{"pasaporte", "passport", "pasaporte"}
	case core.Matricula:
		return label{"matrícula", "number plate", "matricula"}
	case core.Nombre:
		return label{"cliente", "customer", "cliente"}
	default:
		return label{"credencial", "credential", "credencial"}
	}
}

func carriers() []carrier {
	return []carrier{
		{name: "Spanish prose", text: "Buenos días: el %s que nos dieron es %v, según la ficha. Gracias."},
		{name: "Spanish prose", text: "¿Puedes revisar esto? %s: %v\n"},
		{name: "English prose", text: "Please update the record: %e %v, as agreed with the office."},
		{name: "whole text", text: "%v", bare: true},
		{name: "end of text", text: "%s %v"},
		{name: "between quotation marks", text: "%s «%v»"},
		{name: "Go", text: "func TestAlta(t *testing.T) {\n\tc := Alta{%k: \"%v\"}\n\trequire.NoError(t, c.Check())\n}\n", escape: escapeString},
		{name: "Python", text: "def alta():\n    %k = '%v'  # de la ficha\n    return guardar(%k)\n", escape: escapeString},
		{name: "JavaScript", text: "const alta = { activo: true, %k: \"%v\", pasos: [] };\n", escape: escapeString},
		{name: "SQL", text: "UPDATE fichas SET %k = '%v' WHERE id = 17;\n"},
		{name: "SQL", text: "INSERT INTO fichas (id, %k, activo) VALUES\n  (17, '%v', true);\n"},
		{name: "JSON", text: `{"id": 17, "%k": "%v", "activo": true}`, escape: escapeString},
		{name: "JSON", text: `{"fichas":[{"%k":"%v"}],"total":1}`, escape: escapeString},
		{name: "JSON key", text: `{"fichas":{"%k":{"%v":{"activo":true}}}}`, escape: escapeString},
		{name: "JSON number", text: `{"id": 17, "%k": %v, "activo": true}`, holds: isNumber},
		{name: "JSON in JSON", text: `{"type":"tool_result","content":"{\"id\": 17, \"%k\": \"%v\", \"activo\": true}"}`, escape: escapeTwice},
		{name: "CSV", text: "id,%k,activo\n16,,no\n17,%v,si\n", holds: noComma},
		{name: "CSV", text: "id;%k;activo\n17;\"%v\";si\n", holds: oneLine},
		{name: "TSV", text: "id\t%k\tactivo\n17\t%v\tsi\n", holds: oneLine},
		{name: "Markdown table", text: "| id | %s | activo |\n|---:|---|---|\n| 17 | %v | si |\n", holds: oneLine},
		{name: "log", text: "2026-03-02T10:11:12.345Z INFO alta.guardar %k=%v pasos=3\n", holds: oneLine},
		{name: "log", text: "Mar  2 10:11:12 srv alta[311]: ficha guardada, %k: %v (ok)\n", holds: oneLine},
		{name: "file name", text: "-rw-r--r-- 1 u u 9 mar  2 10:11 %k_%v_firmado.pdf\n", holds: isFileName},
		{name: "path", text: "open /srv/fichas/%k/%v/alta.pdf: no such file or directory\n", holds: isFileName},
		{name: "URL", text: "GET https://crm.obra.es/alta?%k=%v&paso=2\n", holds: isQuery},
		{name: "HTML", text: "<tr><th>%s</th><td class=\"c\">%v</td></tr>\n", holds: oneLine},
		{name: "XML", text: "<ficha><%k>%v</%k></ficha>\n", holds: oneLine},
		{name: "YAML", text: "ficha:\n  %k: %v\n  activo: true\n", holds: oneLine},
		{name: "diff", text: "@@ -1,3 +1,3 @@ func alta()\n-\t%k: \"\",\n+\t%k: \"%v\",\n", escape: escapeString},
	}
}

// fillers stand around some carriers.
func fillers() []string {
	return []string{"", "", "Revisa la función del módulo y ejecuta las pruebas después.\n",
		"The build passed; the report is in the usual place.\n", "\tif err != nil {\n\t\treturn err\n\t}\n",
		"## Notas\n\nEl niño y la señora salieron al patio.\n\n"}
}

// carry chooses a carrier for a spelling and returns what stands before and after
// the spelling, which it changes to how the carrier spells it.
func (g *Generator) carry(v Variant, d Disguise, spelling string) (placed, before, after, name string) {
	all := carriers()
	for {
		c := all[g.rng.IntN(len(all))]
		if c.bare && (v.Cued && d.Run == nil || d.InLine) || c.holds != nil && !c.holds(spelling) || v.Kind == core.Secreto && c.name == "file name" {
			continue
		}
		l := labelOf(v)
		if d.Run != nil {
			l = label{"adjunto", "payload", "payload"}
		}
		text := strings.NewReplacer("%s", l.es, "%e", l.en, "%k", l.key).Replace(c.text)
		before, after, _ = strings.Cut(text, "%v")
		if !c.bare {
			before = g.pick(fillers()...) + before
		}
		if strings.HasSuffix(after, "\n") {
			after += g.pick(fillers()...)
		}
		switch {
		case c.escape != nil:
			spelling = c.escape(spelling)
		case d.Around != nil:
			before, after = d.Around(before), d.Around(after)
		}
		return spelling, before, after, c.name
	}
}
