// SPDX-License-Identifier: Apache-2.0

package opencode

// searchSurfaces are the results of the tools that run ripgrep.
func searchSurfaces() []surface {
	return []surface{
		{name: "grep", ripgrep: true, files: oneFile("busca.txt", "expediente de "), drive: use("mock", "grep", args{"pattern": "expediente", "path": "WORK", "include": "busca.txt"})},
		{name: "grep for a value", ripgrep: true, files: oneFile("halla.txt", "de "), drive: use("mock", "grep", args{"pattern": "VALUE", "path": "WORK"})},
		{name: "glob", ripgrep: true, files: func(v string) map[string]string { return map[string]string{"globo/" + v + ".txt": "nada\n"} },
			drive: use("mock", "glob", args{"pattern": "globo/*.txt", "path": "WORK"})},
	}
}
