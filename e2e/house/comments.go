// SPDX-License-Identifier: Apache-2.0

package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
)

// Undocumented names the packages without a package comment and the exported
// names without a doc comment. Tests need none, but for a package that consists
// of tests. In a group of constants or variables the group's comment counts;
// fields and the methods of unexported types need none.
func Undocumented(files []File) ([]string, error) {
	var problems []string
	described := map[string]bool{} // package folders, and whether they have a comment
	for _, f := range files {
		if !strings.HasSuffix(f.Path, ".go") {
			continue
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, f.Path, f.Text, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		folder := path.Dir(f.Path)
		described[folder] = described[folder] || syntax.Doc.Text() != ""
		if !isProduct(f.Path) {
			continue
		}
		for _, name := range undocumentedNames(syntax) {
			problems = append(problems, fmt.Sprintf("%s: %s has no doc comment", set.Position(name.Pos()), name.Name))
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(described)) {
		if !described[folder] {
			problems = append(problems, folder+": no package comment")
		}
	}
	return problems, nil
}

// undocumentedNames returns the exported names of a file without a comment.
func undocumentedNames(syntax *ast.File) []*ast.Ident {
	var names []*ast.Ident
	for _, decl := range syntax.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && ofExported(d) && d.Doc.Text() == "" {
				names = append(names, d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				names = append(names, undocumentedSpec(d, spec)...)
			}
		}
	}
	return names
}

func undocumentedSpec(group *ast.GenDecl, spec ast.Spec) []*ast.Ident {
	var names []*ast.Ident
	var own *ast.CommentGroup
	switch s := spec.(type) {
	case *ast.TypeSpec:
		names, own = []*ast.Ident{s.Name}, s.Doc
	case *ast.ValueSpec:
		names, own = s.Names, s.Doc
		if own == nil {
			own = s.Comment
		}
	}
	if own.Text() != "" || group.Doc.Text() != "" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(names), func(n *ast.Ident) bool { return !n.IsExported() })
}

// ofExported says whether a function is no method, or that of an exported type.
func ofExported(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return true
	}
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.IsExported()
		default:
			return false
		}
	}
}
