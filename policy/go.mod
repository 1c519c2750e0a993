module github.com/veil-guard/veil/policy

go 1.26.0

require (
	github.com/stretchr/testify v1.12.1
	github.com/veil-guard/veil/core v0.0.0
	mvdan.cc/sh/v3 v3.14.1
)

require go.yaml.in/yaml/v3 v3.0.5 // indirect

replace github.com/veil-guard/veil/core => ../core
