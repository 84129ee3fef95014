//go:build page

package studio

// The page without a server has its files from elsewhere, and tunes nothing.

func (s *Studio) fileRoutes() {}

func (s *Studio) learnRoutes() {}
