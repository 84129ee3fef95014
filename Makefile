# Where train.tsv and dev.tsv are; see docs/formats.md.
CORPUS ?= ../shared/data/swbd
VERSION ?= 5
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: check test staticcheck bench models

check: ## everything that has to hold before a change lands
	.ci/run

# The tests of modules of their own see files of this one that the cache of test results
# does not know.
test:
	go test ./...
	cd internal/blackbox && go test -count=1 ./...
	cd examples && go test -count=1 ./...

# Not a dependency of the module: only those who check the code need it.
staticcheck:
	go run $(STATICCHECK) ./...
	cd internal/blackbox && go run $(STATICCHECK) ./...
	cd examples && go run $(STATICCHECK) ./...

bench: ## speed and allocations of everything on the hot path
	go test -run '^$$' -bench . -benchmem ./...

models: ## train the embedded models again, and tune them (about an hour on two cores)
	go run ./cmd/tidytalk train --name $(VERSION) \
	  --description "trained on the Switchboard Dialog Act Corpus, conversations 2xxx and 3xxx" \
	  -o models/trained.tt $(CORPUS)
	go run ./cmd/tidytalk tune --bundle models/trained.tt --corpus $(CORPUS)/dev.tsv --without experts \
	  --bundle-output models/tuned.tt -o models/settings.txt
	go run ./cmd/tidytalk tune --bundle models/tuned.tt --corpus $(CORPUS)/dev.tsv --segment auto --margin 2 \
	  --tuning-rounds 3 --bundle-output models/streams.tt -o models/stream-settings.txt
	go run ./cmd/tidytalk tune --bundle models/streams.tt --corpus $(CORPUS)/dev.tsv --segment auto \
	  --objective punctuation-f1 --bundle-output models/default.tt
	go run ./cmd/tidytalk bundle extract models/default.tt -o data/bundle/default.tt \
	  --parts tagger,filler,fluent-lm,disfluent-lm,edit,kinds
	go run ./cmd/tidytalk bundle extract models/default.tt -o data/bundle/decoder.tt \
	  --parts phrases,repairs
	go run ./cmd/tidytalk bundle extract models/default.tt -o data/bundle/experts.tt \
	  --parts experts,settings
	go run ./cmd/tidytalk bundle extract models/default.tt -o data/bundle/streams.tt \
	  --parts punct,stream-edit,punct-clean,truecaser,stream-repairs,stream-settings
