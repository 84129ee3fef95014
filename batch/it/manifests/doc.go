// Package manifests holds the manifests of folder deploy to the types of Kubernetes' API.
package manifests
