module github.com/veil-guard/veil/cmd-veil

go 1.26.0

require (
	github.com/bmatcuk/doublestar/v4 v4.10.4
	github.com/stretchr/testify v1.12.1
	github.com/urfave/cli-docs/v3 v3.2.0
	github.com/urfave/cli/v3 v3.14.0
	github.com/veil-guard/veil/core v0.0.0
	github.com/veil-guard/veil/detectors v0.0.0
	github.com/veil-guard/veil/hosts-claudecode v0.0.0
	github.com/veil-guard/veil/hosts-opencode v0.0.0
	github.com/veil-guard/veil/policy v0.0.0
	github.com/veil-guard/veil/pseudonymstore v0.0.0
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/sys v0.49.0
)

require (
	github.com/cpuguy83/go-md2man/v2 v2.0.2 // indirect
	github.com/gofrs/flock v0.13.2 // indirect
	github.com/russross/blackfriday/v2 v2.1.0 // indirect
	golang.org/x/text v0.44.0 // indirect
	mvdan.cc/sh/v3 v3.14.1 // indirect
)

replace (
	github.com/veil-guard/veil/core => ../core
	github.com/veil-guard/veil/detectors => ../detectors
	github.com/veil-guard/veil/hosts-claudecode => ../hosts-claudecode
	github.com/veil-guard/veil/hosts-opencode => ../hosts-opencode
	github.com/veil-guard/veil/policy => ../policy
	github.com/veil-guard/veil/pseudonymstore => ../pseudonymstore
)
