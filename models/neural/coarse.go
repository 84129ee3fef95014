package neural

// Coarse returns the model with weights that are multiples of steps: see rnn.Model.Coarse.
func (m *Model) Coarse(embeddings, matrices int) *Model {
	return m.with(m.net.Coarse(embeddings, matrices))
}
