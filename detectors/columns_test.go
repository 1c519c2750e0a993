// SPDX-License-Identifier: Apache-2.0

package detectors

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestColumnsAreCues(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"commas", "nombre,dni,telefono\nx,12345678A,612345678\n", []string{"12345678A", "612345678"}},
		{"another order", "telefono,dni\n612345678,12345678A\n", []string{"612345678", "12345678A"}},
		{"many rows", "id,dni\n1,12345678A\n2,87654321A\n3,2468013K\n", []string{"12345678A", "87654321A", "2468013K"}},
		{"semicolons and quotes", "\"Nombre\";\"N.I.F.\"\n\"x; y\";\"12345678A\"\n", []string{"12345678A"}},
		{"a doubled quotation mark", "a,dni\n\"x \"\" , y\",12345678A\n", []string{"12345678A"}},
		{"tabs", "id\tseguridad social\tx\n1\t281234567840\ty\n", []string{"281234567840"}},
		{"Windows line ends", "id,pasaporte\r\n1,AAA123456\r\n", []string{"AAA123456"}},
		{"after an empty line", "una nota\n\nid,matricula\n1,1234BCD\n", []string{"1234BCD"}},
		{"Markdown", "| id | Teléfono móvil |\n|---:|:---|\n| 1 | 612345678 |\n", []string{"612345678"}},
		{"Markdown below prose", "Los datos:\n| id | DNI |\n|---|---|\n| 1 | **12345678A** |\n", []string{"12345678A"}},
		{"psql", " id |    dni    \n----+-----------\n  1 | 12345678A\n", []string{"12345678A"}},
		{"mysql", "+----+-----------+\n| id | dni       |\n+----+-----------+\n|  1 | 12345678A |\n+----+-----------+\n", []string{"12345678A"}},
		{"rules between the rows", "+---+-----------+\n| a | dni       |\n+---+-----------+\n| x | 12345678A |\n+---+-----------+\n| y | 87654321A |\n", []string{"12345678A", "87654321A"}},
		{"box drawing", "┌────┬───────────┐\n│ id │ dni       │\n├────┼───────────┤\n│ 1  │ 12345678A │\n", []string{"12345678A"}},
		{"below a line of prose", "The build passed; fine.\nid,dni\n17,12345678A\n", []string{"12345678A"}},
		{"a grouped number after a number", "id,dni\n17,12.345.678-A\n", []string{"12.345.678-A"}},
		{"a token in a cell", "nombre,dni\n[NOMBRE-001],12345678A\n", []string{"12345678A"}},
		{"a name with a comma in a cell", "nombre,dni\nPérez, María,12345678A\n", []string{"Pérez, María", "12345678A"}},
		{"INSERT", "INSERT INTO t (nombre, dni, telefono) VALUES ('x','12345678A','612345678'),('y','87654321A','712345678');", []string{"12345678A", "612345678", "87654321A", "712345678"}},
		{"INSERT over lines", "insert into `t` (`id`, `dni`)\nvalues\n  (1, '12345678A'),\n  (2, '87654321A');\n", []string{"12345678A", "87654321A"}},
		{"INSERT with commas in a string", "INSERT INTO t (a, dni) VALUES ('x, (y''s', '12345678A');", []string{"12345678A"}},
		{"INSERT with a function", "INSERT INTO t (a, dni) VALUES (f(1, 2), '12345678A');", []string{"12345678A"}},
		{"INSERT in a string", `db.Exec("INSERT INTO t (a, dni, b, c) VALUES (?, '12345678A')")`, []string{"12345678A"}},
		{"INSERT in JSON", `{"q":"INSERT INTO t (\"a\", \"dni\", \"b\")\nVALUES (1, '12345678A'),\n(2, '87654321A')"}`, []string{"12345678A", "87654321A"}},
		{"after an empty line", "id,dni\r\n1,12345678A\r\n\r\n2,87654321A\r\n\r\n3,2468013K\r\n", []string{"12345678A", "87654321A", "2468013K"}},
		{"after an empty line, with a delimiter in a cell", "id,dni\n1,x\n\n\"1,5\",12345678A\n", []string{"12345678A"}},
		{"one column with rows", "dni\n12345678A\n87654321A", []string{"12345678A", "87654321A"}},
		{"one column, the last row first", "dni\nNULL\n12345678A\n87654321A\n", []string{"12345678A", "87654321A"}},
		{"one column, with a token", "dni\n[DNI-001]\n12345678A\n", []string{"12345678A"}},
		{"one column above a rule", "DNI \n----\n12345678A\n", []string{"12345678A"}},
		{"one column, quoted", "\"numdni\"\r\n\"12345678\"\r\n", []string{"12345678"}},
		{"one column before a tab", "dni\t\n12345678\t\n", []string{"12345678"}},
		{"one column, box drawing", "┌───────────┐\n│ dni       │\n├───────────┤\n│ 12345678A │\n", []string{"12345678A"}},
		{"one column behind a command", "$ cut -f2 x\nNúmero de la Seguridad Social\n281234567840\n281234567840\n", []string{"281234567840", "281234567840"}},
		{"HTML", "<table><tr><th>DNI</th><th>Tel</th></tr>\n<tr><td>12345678</td><td>612345678</td></tr></table>", []string{"12345678", "612345678"}},
		{"HTML without the tags that end", "<table><tr><th>id<th>DNI<tr><td>1<td>12345678<tr><td>2<td>87654321</table>", []string{"12345678", "87654321"}},
		{"HTML with attributes and tags within", "<table id=a><thead><tr class='x'><th scope=\"col\"><b>Nº de DNI</b></th></tr></thead>\n<tbody>\n<tr><td class=\"n\">\n  <b>12345678</b></td></tr></tbody></table>", []string{"12345678"}},
		{"HTML in a string", `{"html":"<table><tr><td>id<\/td><td>DNI<\/td><\/tr><tr><td>1<\/td><td>12345678<\/td><\/tr>"}`, []string{"12345678"}},
		{"HTML behind a comparison", "if a < b {\n<table><tr><th>id</th><th>DNI</th></tr><tr><td>a < b</td><td>12345678</td></tr>", []string{"12345678"}},
		{"HTML with a token", "<table><tr><th>Tel</th><th>DNI</th></tr><tr><td>[TEL-001]</td><td>12345678</td></tr>", []string{"12345678"}},
		{"dotted bars", "│ id  ┆ telefono  │\n│ --- ┆ ---       │\n│ i64 ┆ i64       │\n╞═════╪═══════════╡\n│ 1   ┆ 612345678 │\n", []string{"612345678"}},

		{"another column of HTML", "<table><tr><th>DNI</th><th>Ref</th></tr><tr><td>x</td><td>12345678</td></tr>", nil},
		{"behind the row of HTML", "<table><tr><th>DNI</th></tr><tr><td>x</td>12345678</tr></table>", nil},
		{"behind the table of HTML", "<table><tr><th>DNI</th></tr><tr><td>x</td></tr></table>\n<td>12345678</td>", nil},
		{"within a tag of HTML", "<table><tr><th>DNI</th></tr><tr><td>\n<a href=\n12345678>x</a></td></tr></table>", nil},
		{"elements that are no table", "<tree><trace><tdx>DNI</tdx></trace><trace><tdx>12345678</tdx></trace></tree>", nil},
		{"one column, ended by a sentence", "dni\nel siguiente\n12345678A\n87654321A\n", nil},
		{"one row, then a sentence", "dni\n12345678A\nel siguiente\n", nil},
		{"a list below a line, one in each", "f(\ndni,\n12345678A,\n87654321A,\n", nil},
		{"a frame that ends", "| dni |\n|---|\n12345678A\n", nil},
		{"another column", "dni,ref\nx,12345678A\n", nil},
		{"a column more than there are", "id,dni\n1,x,12345678A\n", nil},
		{"not first in its cell", "id,dni\n1,ref 12345678A\n", nil},
		{"after the table", "id,dni\n1,x\n\n\n1,12345678A\n", nil},
		{"after an empty line, with other columns", "id,dni\n1,x\n\n1,12345678A,2\n", nil},
		{"after an empty line of Markdown", "| id | dni |\n|---|---|\n\n| 1 | 12345678A |\n", nil},
		{"after two empty lines, with a row between", "id,dni\n1,x\n\nfin\n1,12345678A\n", nil},
		{"after a line without a delimiter", "dni,id\nx,1\nfin\n12345678A,1\n", nil},
		{"a list below a line", "f(\na, dni\nx, 12345678A\n", nil},
		{"one column", "dni\n12345678A\n", nil},
		{"a sentence", "El cliente, con DNI, vino ayer\nx, 12345678A, y\n", nil},
		{"code", "func alta(a, dni string) {\nx, 12345678A\n", nil},
		{"a number in the header", "2024,dni\n1,12345678A\n", nil},
		{"another column of INSERT", "INSERT INTO t (dni, aaaaaaaaaaaaaaaaaaaaaaaa) VALUES ('x', '12345678A');", nil},
		{"another statement", "INSERT INTO t (a, dni) VALUES (1, 'x'); SELECT aaaaaaaaaaaaaaa (1, '12345678A');", nil},
		{"INSERT without names", "INSERT INTO t VALUES (1, '12345678A');", nil},
		{"values in prose", "the values (1, 12345678A)", nil},
		{"a header after its row", "1,12345678A\nid,dni\n", nil},
	}
	s := kitSet(t)
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.want, texts(s, tc.in))
		})
	}
}

// Tables without an end are read once.
func TestLongTablesAreDone(t *testing.T) {
	s := kitSet(t)
	for _, unit := range []string{"12345678A\n", "12345678A,", "a,dni\n12345678A\n\n", "a|dni\n---\n---\n12345678A\n", "(12345678A),",
		"dni\n", "dni\n12345678A\n", "| dni |\n| 12345678A |\n\n", "a,dni\n\n", "VALUES (12345678A", "<td>", "<td>12345678", "<tr><td>12345678</td>", "<table><tr><th>dni<tr><td>12345678", "<", "<td ", "┆", "12345678┆", "(dni) VALUES (12345678A) ", "values ", "VALUES", ") VALUES ", "\"12345678A\"", strings.Repeat("dni,", 400) + "\n12345678A\n"} {
		for _, head := range []string{"", "id,dni\n", "INSERT INTO t (id, dni) VALUES ", "dni\n", "| dni |\n|---|\n", "id,dni\n\n", "<table><tr><th>id<th>dni<tr>"} {
			text := []byte(head + strings.Repeat(unit, 300_000/len(unit)))
			require.True(t, sound(s.Find(nil, text), text), "%q", unit)
		}
	}
}

// A row may have any number of cells, and be measured once for all of them.
func TestLongRowsAreDone(t *testing.T) {
	s := kitSet(t)
	for _, delimiter := range []string{",", ";", "\t"} {
		row := strings.Repeat("12345678A"+delimiter, 30_000)
		for _, head := range []string{strings.Repeat("dni"+delimiter, 60), "id" + delimiter + "dni"} {
			text := []byte(head + "\n\n" + row + "\n\n" + row)
			require.True(t, sound(s.Find(nil, text), text))
		}
	}
}

// A value under a header and its token leave the same findings around them.
func TestTablesLeaveTheOthers(t *testing.T) {
	s := kitSet(t)
	for _, text := range tablesOfMany() {
		require.Greater(t, len(s.Find(nil, []byte(text))), 1, "%q", text)
		require.Empty(t, violation(s, text), "%q", text)
	}
}

// tablesOfMany are tables that hold several values.
func tablesOfMany() []string {
	return []string{
		"telefono\n612345678\n634567890\n",
		"matrícula\nM 1234 BC\n1234 BCD\n5678-FGH\n",
		"pasaporte\nAAA 123456\nAAA-123457\n",
		"dni\n12345678\nX-1234567-A\n12.345.678-A\nNULL\n87654321",
		"cuenta\n2100 0418 45 0200051332\n21000418450200051332\n",
		"dni\n12345678A 87654321A\n12345678\n87654321A DNI 12345678A\n",
		"| dni |\n|---|\n| 12345678 |\n| 12345678A / 12345678Z |\n| 87654321 |\n",
		"\"nss\"\n\"281234567840\"\n\"28 12345678 40\"\n",
		"id;telefono\n1;612345678\n\n2;634567890\n\n3;612 345 678\n",
		"nombre,dni\nPérez, María,12345678A\n\nPérez, María,87654321A\n",
		"<table><tr><th>DNI</th><th>Tel</th></tr>\n<tr><td>12345678</td><td>612345678</td></tr>\n<tr><td>87654321</td><td>634567890</td></tr></table>",
		"<table><tr><th>nombre<th>dni<tr><td>Pérez, María<td title='612 345 678'>12345678A<tr><td>ana@clinica.es<td>87654321A",
		"│ id  ┆ telefono  │\n│ --- ┆ ---       │\n│ 1   ┆ 612345678 │\n│ 2   ┆ 634567890 │\n",
		"dni\tnss\n12345678\t281234567840\n\n12345678\t281234567840\n",
	}
}
