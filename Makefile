# Where train.tsv and dev.tsv are; see docs/formats.md.
CORPUS ?= ../shared/data/swbd
VERSION ?= 2

.PHONY: check test staticcheck bench models

check: ## everything that has to hold before a change lands
	.ci/run

test:
	go test ./...

# Not a dependency of the module: only those who check the code need it.
staticcheck:
	go run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...

bench: ## speed and allocations of everything on the hot path
	go test -run '^$$' -bench . -benchmem ./...

models: ## train the embedded models again (three minutes on two cores)
	go run ./cmd/tidytalk train --name $(VERSION) \
	  --description "trained on the Switchboard Dialog Act Corpus, conversations 2xxx and 3xxx" \
	  -o models/default.tt $(CORPUS)
	cp models/default.tt data/bundle/default.tt
