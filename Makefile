# Where train.tsv and dev.tsv are; see docs/formats.md.
CORPUS ?= ../shared/data/swbd
VERSION ?= 17
ZH_VERSION ?= 2
# Where fluent text of other kinds is: SOURCE.train.txt.gz; see docs/models.md.
MIXED ?= ../shared/data/punct/en-mixed
# Such as --pretrain FOLDER --passes 4, with the sources of that text in --source: see docs/models.md.
PRETRAIN ?=
MEASURED ?= ../shared/data/prosody/naija.train.tsv.gz
SOURCES = committee dailydialog multiwoz scotus sgd spacelog taskmaster3 taskmaster4 topicalchat
TEXTS = $(foreach s,$(SOURCES),--text $(MIXED)/$(s).train.txt.gz)
LICENCE = CC BY-NC-SA 3.0 (Switchboard); text: CC BY-NC-SA 4.0 (dailydialog), CC BY-NC 4.0 (scotus), CC BY-SA 4.0 (sgd, earnings21, earnings22, changelog, gotime, jsparty, practicalai, rev16), CC BY 4.0 (ami, icsi, primock57, taskmaster3, taskmaster4, metamuse), MIT (bitcoin), CDLA-Sharing 1.0 (topicalchat), Apache-2.0 (multiwoz), MIT and open parliament terms (committee), public domain (spacelog, wh-remarks, wh-press, hearings, fedpress, fedspeech, sotu); taught by all-MiniLM-L6-v2 (Apache-2.0, WordNet licence)
# What models are said to be made from; see docs/models.md.
LIST = --sources data/licences/sources.tsv --source
FROM_SPEECH = $(LIST) swda,isip
FROM_MIXED = $(FROM_SPEECH) --source committee,dailydialog,multiwoz,scotus,sgd,spacelog,taskmaster3,taskmaster4,topicalchat
FROM_MARKED = $(FROM_MIXED) --source earnings21,earnings22
TALKS ?= ../shared/data/punct/en-open
FROM_TALKS = $(FROM_MARKED) --source wh-remarks,wh-press,changelog,gotime,jsparty,practicalai,bitcoin,hearings,fedpress,fedspeech,sotu,metamuse
# What the teacher of the network learned from, and talk that it reads with it, too.
TEACHER ?= data/bundle/large/tidytalk-large.tt
FROM_TAUGHT = $(FROM_TALKS) --source ami,icsi,primock57,rev16,minilm,wordnet
TAUGHT = earnings21,earnings22,$(subst $(empty) $(empty),$(comma),$(SOURCES)),wh-remarks,wh-press,changelog,gotime,jsparty,practicalai,bitcoin,hearings,fedpress,fedspeech,sotu,metamuse,ami,icsi,primock57
FROM_CHINESE = $(LIST) xdailydialog,crosswoz,kdconv,ud-chinese-gsd,ud-chinese-hk,sinica,jieba,opencc
# Talk that was written down with punctuation, from the folders VERBATIM.
TALK = ami,icsi,primock57,changelog,gotime,jsparty,practicalai,wh-press,wh-remarks,fedpress
# Edited text in which nothing is to be removed, and talk in two styles.
CHECKED = hearings,fedspeech,sotu,committee,dailydialog,multiwoz,sgd,taskmaster3,taskmaster4,topicalchat
PAIRS ?= ../shared/data/pairs
VERBATIM ?= ../shared/data/verbatim ../shared/data/punct/en-open
# Those that allow commercial use, for the open models.
OPEN_VERSION ?= 4
# What the network is taught by at the end: an encoder fine-tuned on what these models label.
OPEN_TEACHER ?= data/bundle/open/tidytalk-open-large.tt
AMI ?= ../shared/data/ami
WORDNET ?= /usr/share/wordnet
OPEN_LICENCE = CC BY-SA 4.0 (sgd, earnings21, earnings22, rev16, changelog, gotime, jsparty, practicalai, voice: Naija-NSC), CC BY 4.0 (AMI, ICSI, primock57, taskmaster3, taskmaster4, metamuse), CDLA-Sharing 1.0 (topicalchat), Apache-2.0 and MIT (multiwoz), public domain (spacelog, wh-remarks, wh-press, hearings, fedpress, fedspeech, sotu), WordNet licence (tags); taught by all-MiniLM-L6-v2 (Apache-2.0, WordNet licence)
# Dialogues, in which nothing is a repair, edited text, and talk that was written down.
OPEN_DIALOGUES = sgd,taskmaster3,taskmaster4,topicalchat,multiwoz,spacelog
OPEN_EDITED = hearings,fedspeech,sotu
# Talk that models of what people have labelled label, where two of their engines agree.
OPEN_LABELLED = icsi,primock57,earnings21,earnings22
OPEN_TALK = $(OPEN_LABELLED),rev16,gotime,jsparty,changelog,practicalai
OPEN_MARKED = earnings21,earnings22,$(OPEN_DIALOGUES),$(OPEN_EDITED),wh-remarks,wh-press,changelog,gotime,jsparty,practicalai,fedpress,metamuse
comma := ,
empty :=
OPEN_TEXTS = $(foreach s,$(subst $(comma), ,$(OPEN_DIALOGUES)),--text $(MIXED)/$(s).train.txt.gz)
# What their corpus is made from, in which the labels of the talk come from models of all of it.
OPEN_SPEECH = $(LIST) ami,wordnet,$(OPEN_TALK),wh-press,wh-remarks,fedpress,$(OPEN_DIALOGUES),$(OPEN_EDITED),metamuse
OPEN_FOLDERS = --mixed $(MIXED) --mixed $(TALKS)
OPEN_VERBATIM = $(foreach f,$(VERBATIM),--mixed $(f)) --mixed $(O)/text $(OPEN_FOLDERS)
OPEN_NAME = open $(OPEN_VERSION)
OPEN_ABOUT = trained on AMI meetings, on podcasts and calls on earnings by what their editors took out, on other meetings, consultations and calls as such models label them, and on edited text of other kinds
OPEN_MANIFEST = --name "$(OPEN_NAME)" --licence "$(OPEN_LICENCE)" --description "$(OPEN_ABOUT)"
OPEN_MARKERS = --annotated 15 --apart 0.55 --remove 0.7 $(OPEN_FOLDERS) --mixed-sources $(OPEN_DIALOGUES) $(foreach f,$(VERBATIM),--verbatim $(f)) --verbatim-sources $(TALK) --verbatim-words 250000 \
  --pairs $(PAIRS)/rev16/rev16.pairs.tsv.gz
# What editors made of podcasts and calls, in segments, and of podcasts in turns; their names say that these are the same ones.
EDITORS = $(PAIRS)/rev16/rev16.pairs.tsv.gz $(PAIRS)/earnings22.pairs.tsv.gz $(foreach n,$(PODCASTS),BASE/rev16-$(n).txt=$(PAIRS)/rev16/$(n).clean.txt)
PODCASTS = 3 17 18 20 26 27 29 32
EDITED = committee dailydialog multiwoz sgd taskmaster3 taskmaster4 topicalchat spacelog
# The bundle whose models label for the next version.
OPEN_BEFORE ?= data/bundle/open/tidytalk-open.tt
OPEN_DEV = --hold-out 0 --corpus $(O)/dev.tsv
STAGES = tagger,filler,fluent-lm,disfluent-lm,edit,kinds
O = work/open
DIALOGUES ?= ../shared/data/punct/zh-dialogue
TREEBANKS ?= ../shared/data/punct/zh-treebank
CHINESE_LICENCE = CC BY-NC-SA 4.0 (XDailyDialog), Apache-2.0 (CrossWOZ, KdConv), CC BY-SA 4.0 (UD Chinese GSD and HK), CC BY-NC-SA 2.5 (Sinica Treebank sample)
# Text and speech of other languages, of sources that allow commercial use; their languages are the first letters of their names.
LANGUAGES ?= ../shared/data/languages
LANGUAGES_VERSION ?= 1
NOT_OPEN = de-xdaily fr-drama es-plays it-xdaily en-gum it-kiparla tr_de-sagt fr-disco hi-disco
open_of = $(foreach f,$(sort $(wildcard $(LANGUAGES)/$(2))),$(if $(filter $(NOT_OPEN),$(firstword $(subst ., ,$(notdir $(f))))),,--$(1) $(firstword $(subst -, ,$(notdir $(f))))=$(f)))
LANGUAGES_TEXT = $(call open_of,text,text/*.train.txt*)
LANGUAGES_SPEECH = $(call open_of,speech,repairs/*.train.tsv*) --speech-marks fr-,es-coser
LANGUAGES_LICENCE = CC BY-SA 4.0 (treebanks of Universal Dependencies, RealPersonaChat), CC BY 4.0 (ParlaMint, ASDC, UD Portuguese Porttinari), MIT (Chatbot_data, HG-TODS), CC0 (Common Voice, DraCor)
FROM_LANGUAGES = $(LIST) commonvoice-text,gerdracor,poldracor,rusdracor,parlamint-es,parlamint-tr,parlamint-es-ct,asdc,real-persona-chat,songys-chatbot,hg-tods,ud-italian-parlamint,ud-portuguese-bosque,ud-portuguese-gsd,ud-dutch-alpino,ud-dutch-lassysmall,ud-norwegian-nynorsk,ud-norwegian-bokmaal,ud-swedish-talbanken,ud-ukrainian-parlamint,ud-korean-kaist,ud-french-rhapsodie,ud-french-parisstories,ud-norwegian-nynorsklia,ud-spanish-coser,ud-naija-nsc,ud-cantonese-hk,ud-gheg-gps,ud-frisian-dutch-fame,ud-beja-autogramm,ud-zaar-autogramm,ud-hausa-southernautogramm,ud-komi-zyrian-ikdp,ud-portuguese-porttinari
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
# The modules beside this one: tests that need more than the product, programs of others,
# experiments.
MODULES = internal/blackbox examples serve/web/build batch batch/it research

.PHONY: program small peers check test it modules staticcheck bench fuzz race web models open-bundle chinese languages sources release wheels npm wasm-models site kernels conformance release-check cross vscode oxt

.DEFAULT_GOAL := help
.PHONY: help

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{ printf "%-15s %s\n", $$1, $$2 }'

# As programs of releases are built, without symbols, and without parts of other modules that nothing calls.
LEAN = CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags='-s -w -buildid='
LEAN_TAGS = urfave_cli_no_docs,nethttpomithttp2

program: ## the program as releases have it: dist/tidytalk
	mkdir -p dist
	$(LEAN) -tags $(LEAN_TAGS) -o dist/tidytalk ./cmd/tidytalk

# Its models are those of pages.
small: ## a program that cleans and does nothing else, of half the size: dist/tidytalk-small
	mkdir -p dist data/bundle/small
	go run ./cmd/tidytalk bundle small -o data/bundle/small/tidytalk-small.tt
	$(LEAN) -tags $(LEAN_TAGS),small -o dist/tidytalk-small ./cmd/tidytalk

# A folder of a program of others, or of its sources: see research/peers/peers.py.
KENLM ?=

peers: program ## programs of others, run in turn with ours on the same text: KENLM=DIR
	python3 research/peers/peers.py --tidytalk dist/tidytalk --corpus $(CORPUS) --work work/peers $(if $(KENLM),--kenlm $(KENLM))

check: ## everything that has to hold before a change lands
	.ci/run

# The tests of modules of their own see files of this one that the cache of test results
# does not know.
test: ## the tests of all modules
	go test ./...
	set -e; for module in $(MODULES); do (cd $$module && go test -count=1 ./...); done

# for .ci/run and .ci/fuzz
modules:
	@echo $(MODULES)

# Not a dependency of the module: only those who check the code need it.
staticcheck: ## staticcheck over all modules
	set -e; for module in . $(MODULES); do (cd $$module && go run $(STATICCHECK) ./...); done

# With TIDYTALK_IT_DIR what is built and fetched is kept there.
it: ## batches on a cluster of Flink and on stores of objects, and topics of Kafka, which are started on this machine
	cd batch/it && TIDYTALK_IT=1 go test -count=1 -p 1 -timeout 40m -v . ./topics ./manifests

bench: ## speed and allocations of everything on the hot path
	go test -run '^$$' -bench . -benchmem ./...

fuzz: ## every fuzz target of all modules, for FUZZTIME (10s) each
	.ci/fuzz

race: ## the race detector over all modules, with what tests have of short cases
	set -e; for module in . $(MODULES); do (cd $$module && go test -race -short -ldflags='-s -w' -timeout 20m ./...); done

web: ## the page of tidytalk serve from its sources: serve/web/assets/dist
	cd serve/web/build && go run .

chinese: ## train the models for Chinese again (a quarter of an hour on two cores)
	mkdir -p work
	go run ./cmd/tidytalk train chinese $(FROM_CHINESE) --name "zh $(ZH_VERSION)" --licence "$(CHINESE_LICENCE)" -o work/tidytalk-zh.tt \
	  $(DIALOGUES)/train.crosswoz.orig.tsv.gz $(DIALOGUES)/train.kdconv.orig.tsv.gz $(DIALOGUES)/train.dailydialog.orig.tsv.gz \
	  $(TREEBANKS)/train.gsd.tsv.gz $(TREEBANKS)/train.sinica.tsv.gz $(TREEBANKS)/extra.hk.tsv

# First text alone, with artificial repairs, then with speech; in the end Japanese has more weight.
JAPANESE = $(filter-out --text,$(foreach f,$(sort $(wildcard $(LANGUAGES)/text/ja-*.train.txt*)),--text ja=$(f)))
LANGUAGES_TRAIN = go run ./cmd/tidytalk train language $(FROM_LANGUAGES) --name "languages $(LANGUAGES_VERSION)" --licence "$(LANGUAGES_LICENCE)" --hold-out 0 $(LANGUAGES_TEXT)
languages: ## train the network for many languages again (an hour and a quarter on one core)
	mkdir -p work
	$(LANGUAGES_TRAIN) --work work/languages-1 -o work/languages-1.tt
	$(LANGUAGES_TRAIN) $(LANGUAGES_SPEECH) --from work/languages-1.tt --passes 3 --words 1800000 --rate 1.5e-3 --work work/languages-2 -o work/languages-2.tt
	$(LANGUAGES_TRAIN) $(LANGUAGES_SPEECH) --from work/languages-2.tt --passes 4 --words 2000000 --speech-share 0.2 --rate 2e-3 --work work/languages-3 -o work/languages-3.tt
	$(LANGUAGES_TRAIN) $(foreach n,1 2 3,$(foreach f,$(JAPANESE),--text $(f))) $(LANGUAGES_SPEECH) --from work/languages-3.tt --passes 4 --words 1300000 --speech-share 0.2 --rate 1.5e-3 \
	  --work work/languages-4 -o work/tidytalk-languages.tt

# First from what people have labelled: meetings, and podcasts and calls by what their editors took out. Those models label talk
# that nobody has annotated, and both together train the others (self-training). Tags are by distant means.
# $(1): folder with train.tsv; $(2): how the network is trained, from $(1)/before.tt.
define OPEN_ENGINES
	go run ./cmd/tidytalk train $(OPEN_SPEECH) $(OPEN_MANIFEST) --parts $(STAGES),decoder,streams --work $(1)/work --keep-work -o $(1)/trained.tt $(1)/train.tsv
	go run ./cmd/tidytalk train $(OPEN_SPEECH) $(OPEN_MANIFEST) --parts written --base $(1)/trained.tt $(OPEN_FOLDERS) --mixed-sources $(OPEN_DIALOGUES),$(OPEN_EDITED) \
	  --work $(1)/work --keep-work -o $(1)/written.tt $(1)/train.tsv
	go run ./cmd/tidytalk train word-classes $(OPEN_SPEECH) --base $(1)/written.tt $(OPEN_TEXTS) -o $(1)/classes.tt $(1)/train.tsv
	go run ./cmd/tidytalk train editing-terms $(OPEN_SPEECH) --base $(1)/classes.tt $(OPEN_TEXTS) --least 0.85,0.97,0.97 -o $(1)/before.tt $(1)/train.tsv
	$(3)
	go run ./cmd/tidytalk train $(OPEN_SPEECH) $(OPEN_MANIFEST) --parts network --base $(1)/before.tt $(OPEN_FOLDERS) --mixed-sources $(OPEN_DIALOGUES) --marked-sources $(OPEN_MARKED) \
	  --passes 3 $(2) --work $(1)/work --keep-work -o $(1)/network.tt $(1)/train.tsv
	go run ./cmd/tidytalk bundle extract -o $(1)/lean.tt $(1)/network.tt \
	  --parts $(STAGES),phrases,repairs,settings,punct,stream-edit,stream-repairs,stream-settings,written-edit,written-repairs,written-settings,classes,corrections,network
endef
# $(1): folder; $(2): its bundle without discourse markers.
define OPEN_TUNED
	go run ./cmd/tidytalk train discourse-markers $(OPEN_SPEECH) --base $(2) $(OPEN_MARKERS) -o $(1)/markers.tt $(O)/annotated.tsv
	go run ./cmd/tidytalk tune $(OPEN_SPEECH) $(OPEN_DEV) --bundle $(1)/markers.tt --objective overall-f1 --without m3n-fluent,fluent-lm,disfluent-lm --prior 0.01 --restarts 8 --bundle-output $(1)/tuned.tt -o $(1)/settings.txt
	go run ./cmd/tidytalk tune $(OPEN_SPEECH) $(OPEN_DEV) --bundle $(1)/tuned.tt --segment auto --objective overall-f1 --without m3n-fluent --prior 0.01 --tuning-rounds 3 --restarts 8 \
	  --bundle-output $(1)/streams.tt -o $(1)/stream-settings.txt
	go run ./cmd/tidytalk tune $(OPEN_SPEECH) $(OPEN_DEV) --bundle $(1)/streams.tt --segment auto --objective punctuation-f1 --talk-share 2 $(OPEN_VERBATIM) --mixed-sources icsi,primock57,rev16,$(OPEN_MARKED) --bundle-output $(1)/marks.tt
	go run ./cmd/tidytalk tune $(OPEN_SPEECH) $(OPEN_DEV) --bundle $(1)/marks.tt --segment written --objective overall-f1 --without m3n-fluent $(OPEN_FOLDERS) --mixed-sources $(OPEN_DIALOGUES),$(OPEN_EDITED) --margin 2 --prior 0.01 \
	  --tuning-rounds 2 --restarts 8 --bundle-output $(1)/text.tt -o $(1)/written-settings.txt
endef
# Talk that tells, beside meetings, which have next to no markers, how sure removals are. Edit words weigh more than tuning to four
# meetings gives, for the recall that other talk lacks.
OPEN_SURE = rev16-(26|18|32|29|20)|earnings22-subset10-44(69088|70684|53225)
OPEN_PAIRS = --segment written --markers --conjunctions --pairs $(PAIRS)/rev16/rev16.pairs.tsv.gz --pairs $(PAIRS)/earnings22.pairs.tsv.gz
open-bundle: ## train the models that may be used commercially again (two hours on two cores); OPEN_BEFORE tells fillers from repairs in pairs
	mkdir -p $(O)/text $(O)/gold
	cat $(PAIRS)/rev16/*.verbatim.txt > $(O)/text/rev16.train.txt
	go run ./cmd/tidytalk corpus tag --lexicon $(WORDNET) -o $(O)/annotated.tsv $(AMI)/disfluency.train.tsv.gz
	go run ./cmd/tidytalk corpus label --bundle $(OPEN_BEFORE) --segment written --conjunctions -o $(O)/dev.tsv $(AMI)/disfluency.dev.tsv.gz
	go run ./cmd/tidytalk corpus label --bundle $(OPEN_BEFORE) $(OPEN_PAIRS) -o $(O)/gold/labelled.tsv $(AMI)/disfluency.train.tsv.gz
	go run ./cmd/tidytalk corpus tag --lexicon $(WORDNET) -o $(O)/gold/train.tsv $(O)/gold/labelled.tsv
	$(call OPEN_ENGINES,$(O)/gold,--marked-words 300000 $(foreach f,$(MIXED) $(TALKS),--pretrain $(f)) --pretrain-sources $(OPEN_MARKED) --pretrain-words 9,)
	$(call OPEN_TUNED,$(O)/gold,$(O)/gold/lean.tt)
	go run ./cmd/tidytalk corpus label --bundle $(O)/gold/text.tt $(OPEN_PAIRS) --agree $(OPEN_VERBATIM) --marked-sources $(OPEN_LABELLED) --words 100000 -o $(O)/talk.tsv $(AMI)/punct.train.tsv.gz
	go run ./cmd/tidytalk corpus tag --lexicon $(WORDNET) -o $(O)/train.tsv $(O)/talk.tsv
	$(call OPEN_ENGINES,$(O),--continue --marked-words 200000,go run ./cmd/tidytalk bundle extract --raw --parts network -o $(O)/gold/network $(O)/gold/network.tt && go run ./cmd/tidytalk bundle set $(OPEN_SPEECH) --part network=$(O)/gold/network -o $(O)/with.tt $(O)/before.tt && mv $(O)/with.tt $(O)/before.tt)
	go run ./cmd/tidytalk bundle prune --parts stream-edit --share 0.16 -o $(O)/pruned-streams.tt $(O)/lean.tt
	go run ./cmd/tidytalk bundle prune --parts written-edit --share 0.07 -o $(O)/pruned-written.tt $(O)/pruned-streams.tt
	go run ./cmd/tidytalk bundle prune --parts tagger --share 0.07 -o $(O)/pruned-tagger.tt $(O)/pruned-written.tt
	go run ./cmd/tidytalk bundle prune --parts edit --share 0.10 -o $(O)/pruned-edit.tt $(O)/pruned-tagger.tt
	go run ./cmd/tidytalk bundle prune --parts punct --share 0.10 -o $(O)/pruned.tt $(O)/pruned-edit.tt
	$(call OPEN_TUNED,$(O),$(O)/pruned.tt)
	cat $(O)/dev.tsv > $(O)/sure.tsv && grep -E "^($(OPEN_SURE))	" $(O)/gold/train.tsv >> $(O)/sure.tsv
	for way in line:0.7 auto:0.4 written:0.2; do go run ./cmd/tidytalk tune $(OPEN_SPEECH) --hold-out 0 --corpus $(O)/sure.tsv --bundle $(O)/text.tt --confidence-only --segment $${way%:*} --weight edit-words=$${way#*:} $(OPEN_FOLDERS) \
	  --mixed-sources $(OPEN_DIALOGUES),$(OPEN_EDITED) --bundle-output $(O)/sure.tt -o $(O)/$${way%:*}-settings.txt && mv $(O)/sure.tt $(O)/text.tt || exit 1; done
	for f in $(PAIRS)/rev16/*.verbatim.txt; do cp $$f $(O)/rev16-$$(basename $$f .verbatim.txt).txt; done
	go run ./cmd/tidytalk train editor $(OPEN_SPEECH) --base $(O)/text.tt $(foreach s,$(subst $(comma), ,$(OPEN_DIALOGUES)),--fluent $(MIXED)/$(s).train.txt.gz) --fluent-words 8000 -o $(O)/editor.tt $(subst BASE,$(O),$(EDITORS))
	cd research && go run ./cmd/tidytalk-lab train settling --bundle $(abspath work/default.tt) --corpus $(abspath $(CORPUS))/dev.tsv -o $(abspath work/settling.txt)
	go run ./cmd/tidytalk bundle set $(FROM_SPEECH) --part settling=work/settling.txt -o work/settling.tt work/default.tt
	go run ./cmd/tidytalk bundle extract work/settling.tt -o data/bundle/settling.tt --parts settling
	go run ./cmd/tidytalk train $(OPEN_SPEECH),minilm $(OPEN_MANIFEST) --parts network --base $(O)/editor.tt --continue --teacher $(OPEN_TEACHER) --passes 2 --marked-words 500000 $(OPEN_FOLDERS) $(foreach f,$(VERBATIM),--mixed $(f)) \
	  --mixed-sources $(OPEN_DIALOGUES) --marked-sources $(OPEN_MARKED),icsi,primock57 --work $(O)/work --keep-work -o $(O)/taught.tt $(O)/train.tsv
	go run ./cmd/tidytalk tune $(OPEN_SPEECH),minilm $(OPEN_DEV) --bundle $(O)/taught.tt --segment auto --objective punctuation-f1 --talk-share 2 $(OPEN_VERBATIM) --mixed-sources icsi,primock57,rev16,$(OPEN_MARKED) --bundle-output $(O)/marked.tt
	go run ./cmd/tidytalk train voice $(LIST) naija-nsc --base $(O)/marked.tt --name "$(OPEN_NAME)" --licence "$(OPEN_LICENCE)" -o data/bundle/open/tidytalk-open.tt $(MEASURED)

sources: ## what the committed models were made from, for 'bundle info --licences': data/bundle/sources.tsv
	go run ./internal/sources

release: ## archives for all platforms, with SHA256SUMS, in dist
	go run ./internal/release -o dist

wheels: ## wheels of the package for Python for all platforms, and of the open models, in dist
	go run ./internal/release -wheels -o dist

npm: ## packages for Node for all platforms, and of the open models, in dist
	go run ./internal/release -npm -o dist

# The licence is that of the repository: it lies beside the extension only while it is packed.
vscode: ## the extension for Visual Studio Code, in dist
	mkdir -p dist
	cp LICENSE editors/vscode/LICENSE
	cd editors/vscode && npx --yes @vscode/vsce@3.9.2 package -o ../../dist/; status=$$?; rm LICENSE; exit $$status

oxt: ## the extension for LibreOffice, in dist
	go run ./internal/release -oxt -o dist

wasm-models: ## models that are small enough for pages, of those inside: dist/tidytalk-small.tt
	mkdir -p dist
	go run ./cmd/tidytalk bundle small -o dist/tidytalk-small.tt

dist/tidytalk-small.tt:
	$(MAKE) wasm-models

# What the page without a server cleans with: any file of models.
SITE_MODELS ?= dist/tidytalk-small.tt

site: $(SITE_MODELS) ## the page without a server, for any host of files, in dist/site
	go run ./internal/release -site $(SITE_MODELS) -o dist/site
	cd serve/web/build && go run . -site ../../../dist/site

kernels: ## cmd/wasm/kernels.wasm from its source
	cd cmd/wasm && npx --yes -p wabt@1.0.39 wat2wasm kernels.wat -o kernels.wasm && sha256sum kernels.wat kernels.wasm > kernels.sha256

conformance: ## testdata/conformance.jsonl anew, after models or formats have changed on purpose
	go test ./serve/service -run '^TestConformance$$' -update

release-check: ## that an archive is the same when it is built elsewhere, without a cache
	go run ./internal/release -check linux/amd64

cross: ## build for every platform, and try the programs where something runs them (qemu-user, wine, node)
	go run ./internal/release -cross $(PLATFORMS)

models: ## train the embedded models again, and tune them (about two hours on two cores)
	go run ./cmd/tidytalk train $(FROM_SPEECH) --name $(VERSION) --parts tagger,filler,fluent-lm,disfluent-lm,edit,kinds,experts,decoder,streams \
	  --description "trained on the Switchboard Dialog Act Corpus, conversations 2xxx and 3xxx" \
	  --work work/steps --keep-work -o work/trained.tt $(CORPUS)
	go run ./cmd/tidytalk tune $(FROM_SPEECH) --hold-out 0 --bundle work/trained.tt --corpus $(CORPUS)/dev.tsv --without experts \
	  --prior 0.02 --restarts 20 --bundle-output work/tuned.tt -o work/settings.txt
	go run ./cmd/tidytalk tune $(FROM_SPEECH) --hold-out 0 --bundle work/tuned.tt --corpus $(CORPUS)/dev.tsv --segment auto --margin 2 \
	  --tuning-rounds 3 --prior 0.02 --restarts 20 --bundle-output work/streams.tt -o work/stream-settings.txt
	go run ./cmd/tidytalk tune $(FROM_SPEECH) --hold-out 0 --bundle work/streams.tt --corpus $(CORPUS)/dev.tsv --segment auto \
	  --objective punctuation-f1 --bundle-output work/default.tt
	go run ./cmd/tidytalk train $(FROM_MIXED) --parts written --base work/default.tt --mixed $(MIXED) \
	  --name $(VERSION) --licence "$(LICENCE)" \
	  --description "trained on the Switchboard Dialog Act Corpus, conversations 2xxx and 3xxx, and on edited text of other kinds" \
	  --work work/steps -o work/written.tt $(CORPUS)
	go run ./cmd/tidytalk tune $(FROM_MIXED) --hold-out 0 --bundle work/written.tt --segment written --without m3n-fluent --mixed $(MIXED) \
	  --corpus $(CORPUS)/dev.tsv --margin 2 --prior 0.02 --tuning-rounds 2 --restarts 8 --bundle-output work/tuned-written.tt -o work/written-settings.txt
	go run ./cmd/tidytalk train word-classes $(FROM_MIXED) --base work/tuned-written.tt $(TEXTS) -o work/classes.tt $(CORPUS)
	go run ./cmd/tidytalk train editing-terms $(FROM_MIXED) --base work/classes.tt $(TEXTS) --least 0.85,0.97,0.97 -o work/corrections.tt $(CORPUS)
	go run ./cmd/tidytalk train $(FROM_MARKED) --parts network --base work/corrections.tt --mixed $(MIXED) --marked-sources earnings21,earnings22,$(subst $(empty) $(empty),$(comma),$(SOURCES)) $(PRETRAIN) \
	  --name $(VERSION) --licence "$(LICENCE)" \
	  --description "trained on the Switchboard Dialog Act Corpus, conversations 2xxx and 3xxx, and on edited text of other kinds" \
	  --work work/steps --keep-work -o work/dialogues.tt $(CORPUS)
	go run ./cmd/tidytalk train $(FROM_TALKS) --parts network --continue --passes 5 --base work/dialogues.tt --mixed $(MIXED) --mixed $(TALKS) \
	  --name $(VERSION) --licence "$(LICENCE)" \
	  --description "trained on the Switchboard Dialog Act Corpus, conversations 2xxx and 3xxx, and on edited text of other kinds" \
	  --work work/steps -o work/talks.tt $(CORPUS)
	go run ./cmd/tidytalk train $(FROM_TALKS) --parts network --continue --passes 4 --marked-words 2000000 --base work/talks.tt --mixed $(MIXED) --mixed $(TALKS) \
	  --name $(VERSION) --licence "$(LICENCE)" \
	  --description "trained on the Switchboard Dialog Act Corpus, conversations 2xxx and 3xxx, and on edited text of other kinds" \
	  --work work/steps -o work/more.tt $(CORPUS)
	go run ./cmd/tidytalk train $(FROM_TAUGHT) --parts network --continue --passes 2 --way 0.75 --teacher $(TEACHER) --marked-words 2000000 --base work/more.tt \
	  --mixed $(MIXED) --mixed $(TALKS) $(foreach f,$(VERBATIM),--mixed $(f)) --marked-sources $(TAUGHT) \
	  --name $(VERSION) --licence "$(LICENCE)" \
	  --description "trained on the Switchboard Dialog Act Corpus, conversations 2xxx and 3xxx, on talk and on edited text of other kinds" \
	  --work work/steps -o work/network.tt $(CORPUS)
	go run ./cmd/tidytalk bundle extract -o work/lean.tt work/network.tt \
	  --parts tagger,filler,fluent-lm,disfluent-lm,edit,kinds,experts,phrases,repairs,settings,punct,stream-edit,stream-repairs,stream-settings,written-edit,written-repairs,written-settings,classes,corrections,network
	go run ./cmd/tidytalk bundle prune --parts stream-edit --share 0.09 -o work/pruned-streams.tt work/lean.tt
	go run ./cmd/tidytalk bundle prune --parts written-edit --share 0.055 -o work/pruned-written.tt work/pruned-streams.tt
	go run ./cmd/tidytalk bundle prune --parts tagger --share 0.07 -o work/pruned-tagger.tt work/pruned-written.tt
	go run ./cmd/tidytalk bundle prune --parts edit,punct --share 0.06 -o work/pruned.tt work/pruned-tagger.tt
	go run ./cmd/tidytalk tune $(FROM_SPEECH) --hold-out 0 --bundle work/pruned.tt --corpus $(CORPUS)/dev.tsv --without experts --prior 0.01 \
	  --restarts 8 --bundle-output work/mixed.tt -o work/settings.txt
	go run ./cmd/tidytalk tune $(FROM_SPEECH) --hold-out 0 --bundle work/mixed.tt --corpus $(CORPUS)/dev.tsv --segment auto --without m3n-fluent --prior 0.01 \
	  --tuning-rounds 3 --restarts 8 --bundle-output work/mixed-streams.tt -o work/stream-settings.txt
	go run ./cmd/tidytalk tune $(FROM_TALKS) --hold-out 0 --bundle work/mixed-streams.tt --corpus $(CORPUS)/dev.tsv --segment auto \
	  --objective punctuation-f1 --mixed $(MIXED) --mixed $(TALKS) --bundle-output work/mixed-marks.tt
	go run ./cmd/tidytalk tune $(FROM_MIXED) --hold-out 0 --bundle work/mixed-marks.tt --segment written --without m3n-fluent --mixed $(MIXED) \
	  --corpus $(CORPUS)/dev.tsv --margin 2 --prior 0.01 --tuning-rounds 2 --restarts 8 --bundle-output work/mixed-written.tt -o work/written-settings.txt
	go run ./cmd/tidytalk tune $(FROM_MIXED) --hold-out 0 --bundle work/mixed-written.tt --confidence-only --corpus $(CORPUS)/dev.tsv \
	  --mixed $(MIXED) --bundle-output work/sure.tt -o work/settings.txt
	go run ./cmd/tidytalk tune $(FROM_MIXED) --hold-out 0 --bundle work/sure.tt --confidence-only --segment auto --corpus $(CORPUS)/dev.tsv \
	  --mixed $(MIXED) --bundle-output work/surer.tt -o work/stream-settings.txt
	go run ./cmd/tidytalk tune $(FROM_MIXED) --hold-out 0 --bundle work/surer.tt --confidence-only --segment written --corpus $(CORPUS)/dev.tsv \
	  --mixed $(MIXED) --bundle-output work/default.tt -o work/written-settings.txt
	go run ./cmd/tidytalk bundle extract work/default.tt -o data/bundle/written.tt \
	  --parts settings,stream-settings,written-edit,written-repairs,written-settings,classes,corrections
	go run ./cmd/tidytalk bundle extract work/default.tt -o data/bundle/default.tt \
	  --parts tagger,filler,fluent-lm,disfluent-lm,edit,kinds
	# Those who load the first two files alone have no experts.
	go run ./cmd/tidytalk bundle extract --raw --parts settings work/default.tt | grep -v '^expert-' > work/without-experts.txt
	go run ./cmd/tidytalk bundle extract work/default.tt -o work/sentences.tt \
	  --parts tagger,filler,fluent-lm,disfluent-lm,edit,kinds,phrases,repairs,settings
	go run ./cmd/tidytalk bundle set $(FROM_MIXED) --settings work/without-experts.txt -o work/plain.tt work/sentences.tt
	go run ./cmd/tidytalk bundle extract work/plain.tt -o data/bundle/decoder.tt --parts phrases,repairs,settings
	go run ./cmd/tidytalk bundle extract work/default.tt -o data/bundle/experts.tt \
	  --parts experts,settings
	go run ./cmd/tidytalk bundle extract work/default.tt -o data/bundle/streams.tt \
	  --parts punct,stream-edit,stream-repairs,stream-settings
	go run ./cmd/tidytalk train discourse-markers $(FROM_MIXED) --source $(TALK),rev16 --base work/default.tt --mixed $(MIXED) $(foreach f,$(VERBATIM),--verbatim $(f)) \
	  --verbatim-sources $(TALK) --verbatim-words 250000 --pairs $(PAIRS)/rev16/rev16.pairs.tsv.gz -o work/markers.tt $(CORPUS)
	go run ./cmd/tidytalk bundle extract work/markers.tt -o data/bundle/markers.tt --parts discourse-markers
	for f in $(PAIRS)/rev16/*.verbatim.txt; do cp $$f work/rev16-$$(basename $$f .verbatim.txt).txt; done
	go run ./cmd/tidytalk train editor $(FROM_MIXED) --source rev16,earnings22 --base work/markers.tt $(foreach s,$(EDITED),--fluent $(MIXED)/$(s).train.txt.gz) --fluent-words 8000 -o work/editor.tt $(subst BASE,work,$(EDITORS))
	go run ./cmd/tidytalk bundle extract work/editor.tt -o data/bundle/editor.tt --parts editor
	go run ./cmd/tidytalk train confidence $(LIST) swda,isip,ami,rev16,$(CHECKED) --base work/markers.tt --pairs $(PAIRS)/rev16/rev16.pairs.tsv.gz \
	  $(foreach f,$(VERBATIM) $(MIXED),--fluent $(f)) --fluent-sources $(CHECKED) --calibrate $(CORPUS)/dev.tsv -o work/confidence.tt $(AMI)/disfluency.train.tsv.gz
	go run ./cmd/tidytalk bundle extract work/confidence.tt -o data/bundle/confidence.tt --parts written-confidence
	go run ./cmd/tidytalk bundle extract work/default.tt -o data/bundle/network.tt \
	  --parts network,marks
	go run ./cmd/tidytalk train voice $(LIST) naija-nsc --base work/default.tt --name $(VERSION) --licence "$(LICENCE); voice: CC BY-SA 4.0 (Naija-NSC)" \
	  -o work/voice.tt $(MEASURED)
	go run ./cmd/tidytalk bundle extract work/voice.tt -o data/bundle/voice.tt --parts voice
