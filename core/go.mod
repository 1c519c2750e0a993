module github.com/veil-guard/veil/core

go 1.26.0
