//go:build !unix || solaris || illumos || aix

package mapped

var mapFile = load
