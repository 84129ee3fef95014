package tidytalk_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// mostComplex is the cyclomatic complexity that no function of the product is above.
const mostComplex = 30

// TestComplexity keeps functions small enough to be read.
func TestComplexity(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine reads all code")
	}
	files := token.NewFileSet()
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && complexity(f) > mostComplex {
				t.Errorf("%s: %s has the complexity %d, above %d: split it by what its parts do", files.Position(f.Pos()), f.Name.Name, complexity(f), mostComplex)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// complexity returns the cyclomatic complexity of a function, as gocyclo counts it: one, and one
// more for each branch, loop, case, && and ||, also of functions inside.
func complexity(f *ast.FuncDecl) int {
	n := 1
	ast.Inspect(f, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if x.List != nil {
				n++
			}
		case *ast.CommClause:
			if x.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if x.Op == token.LAND || x.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
