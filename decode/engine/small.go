package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/weights"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/confidence"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/repairs"
	"github.com/tidytalk/tidytalk/models/stages"
)

// What Small does, found by development conversations and the size of the compressed file.
var (
	// smallShares are the shares of the largest weight below which features go: see Prune.
	smallShares = map[string]float64{
		string(stages.PartTagger): 0.15, string(stages.PartFiller): 0.085, PartPunct: 0.10, PartStreamEdit: 0.13, PartWrittenEdit: 0.09,
	}
	// smallSteps are the shares of the largest weight whose multiples the weights of these parts are then: see m3n.Model.Coarse.
	smallSteps = map[string]float64{
		string(stages.PartTagger): 0.06, string(stages.PartFiller): 0.06, PartPunct: 0.06, PartStreamEdit: 0.04, PartWrittenEdit: 0.04, PartEditor: 0.08,
	}
	// smallTables are the steps of weights of parts that are tables of them: see weights.Coarse.
	smallTables = []struct {
		part, kind string
		version    uint16
		step       float64
	}{
		{PartStreamRepairs, repairs.FileKind, repairs.FileVersion, 0.3},
		{PartWrittenRepairs, repairs.FileKind, repairs.FileVersion, 0.3}, {PartEditTerms, editterms.FileKind, editterms.FileVersion, 0.2},
		{PartMarkers, markers.FileKind, markers.FileVersion, 0.2}, {PartConfidence, confidence.FileKind, confidence.FileVersion, 0.1},
	}
	// smallLeft are parts that are left out.
	smallLeft = []string{PartExperts, PartVoice, PartPunctClean}
	// smallAlike are parts in whose place others stand, of the engine for streams: sentences without punctuation are
	// much like pieces of streams, and what is there twice takes next to no room when it is compressed.
	smallAlike = map[string]string{string(stages.PartEdit): PartStreamEdit, PartRepairs: PartStreamRepairs, PartSettings: PartStreamSettings}
)

const (
	smallWords      = 1000 // of language models, which have no weight
	smallEmbeddings = 40   // steps of the network's weights
	smallMatrices   = 6
	// smallFillers is the weight of removed fillers in text with punctuation, which language models have spoken for, too.
	smallFillers = 0.4
)

// Small returns the bundle as one file for places where models are fetched: with fewer features, a coarser network, and
// language models that say nothing. It is half as large, a quarter when it is compressed, and does a little worse. The
// bundle needs the parts for streams, for text with punctuation, and the network.
func (b *Bundle) Small() ([]byte, error) {
	for _, name := range slices.Concat(slices.Collect(maps.Keys(smallShares)), slices.Collect(maps.Values(smallAlike)), []string{PartWrittenSettings, PartNetwork}) {
		if b.Part(name) == nil {
			return nil, fmt.Errorf("the bundle has no part %s: it is small already, or cannot be made so", name)
		}
	}
	parts, err := b.Files()
	if err != nil {
		return nil, err
	}
	for _, name := range smallLeft {
		delete(parts, name)
	}
	for name, share := range smallShares {
		if parts[name], err = pruned(name, parts[name], share); err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
	}
	for name, step := range smallSteps {
		if parts[name] == nil {
			continue
		}
		if parts[name], err = mapped(name, parts[name], "step", step, (*m3n.Model).Coarse); err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
	}
	for _, x := range smallTables {
		if parts[x.part] == nil {
			continue
		}
		config, err := container.ConfigOf(parts[x.part], x.kind, x.version)
		if err == nil {
			parts[x.part], err = weights.Coarse(parts[x.part], x.kind, x.version, x.step, noted(config, "step", x.step))
		}
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", x.part, err)
		}
	}
	for _, name := range []string{string(stages.PartFluent), string(stages.PartDisfluent)} {
		if parts[name], err = commonWords(parts[name]); err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
	}
	if parts[PartNetwork], err = coarseNetwork(parts[PartNetwork]); err != nil {
		return nil, fmt.Errorf("part %s: %w", PartNetwork, err)
	}
	for _, name := range []string{Streams, Written} {
		e := b.Engine(name)
		parts[e.parts(PartSettings)] = []byte(smallSettings(e.Settings(), name == Written))
	}
	for name, like := range smallAlike {
		parts[name] = parts[like]
	}
	if err := b.restate(parts, nil); err != nil {
		return nil, err
	}
	m := b.manifest
	m.Version = strings.TrimSpace(m.Version + " small")
	return Build(m, parts)
}

// smallSettings are settings without weights of language models.
func smallSettings(s Settings, written bool) string {
	s.Engine, s.Untuned = "", false
	s.Weights = maps.Clone(s.Weights)
	for _, name := range []string{string(stages.PartFluent), string(stages.PartDisfluent)} {
		s.Weights[name] = 0
	}
	if written {
		s.Weights["filler-words"] = smallFillers
	}
	return s.String()
}

// commonWords returns the file of a language model of few words.
func commonWords(file []byte) ([]byte, error) {
	config, err := container.ConfigOf(file, lm.FileKind, lm.FileVersion)
	if err != nil {
		return nil, err
	}
	m, err := lm.Unmarshal(file)
	if err != nil {
		return nil, err
	}
	if m, err = m.Common(smallWords); err != nil {
		return nil, err
	}
	return m.Marshal(config)
}

// coarseNetwork returns the file of a network with coarser weights.
func coarseNetwork(file []byte) ([]byte, error) {
	config, err := container.ConfigOf(file, neural.FileKind, neural.FileVersion)
	if err != nil {
		return nil, err
	}
	m, err := neural.Unmarshal(file)
	if err != nil {
		return nil, err
	}
	return m.Coarse(smallEmbeddings, smallMatrices).Marshal(fmt.Sprintf("%s,\"steps\":[%d,%d]}", strings.TrimSuffix(config, "}"), smallEmbeddings, smallMatrices))
}
