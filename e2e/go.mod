module github.com/veil-guard/veil/e2e

go 1.26.0

require (
	github.com/rogpeppe/go-internal v1.16.0
	github.com/stretchr/testify v1.12.1
	github.com/veil-guard/veil/cmd-veil v0.0.0
	github.com/veil-guard/veil/core v0.0.0
	github.com/veil-guard/veil/hosts-claudecode v0.0.0
	golang.org/x/sys v0.49.0
)

require (
	github.com/magefile/mage v1.17.2 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/tools v0.26.0 // indirect
)

tool github.com/magefile/mage

replace (
	github.com/veil-guard/veil/cmd-veil => ../cmd-veil
	github.com/veil-guard/veil/core => ../core
	github.com/veil-guard/veil/detectors => ../detectors
	github.com/veil-guard/veil/hosts-claudecode => ../hosts-claudecode
	github.com/veil-guard/veil/hosts-opencode => ../hosts-opencode
	github.com/veil-guard/veil/policy => ../policy
	github.com/veil-guard/veil/pseudonymstore => ../pseudonymstore
)
