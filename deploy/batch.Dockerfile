# Workers of tidytalk-batch for runners that start containers, such as Flink's, and the
# program that submits the jobs. See docs/batch.md.
#
#   docker build -f deploy/batch.Dockerfile -t tidytalk-batch .
#   docker run --entrypoint /tidytalk-batch tidytalk-batch --help
#
# Runners start /opt/apache/beam/boot, Beam's own program for containers of the Go SDK. It asks
# the runner what to do, fetches the program that was submitted with the job, and starts it. It is
# built from the module, so that its version is that of the program.
FROM golang:1.26 AS build
WORKDIR /src/batch
COPY go.mod go.sum /src/
COPY batch/go.mod batch/go.sum ./
RUN go mod download
COPY . /src
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /tidytalk-batch ./cmd/tidytalk-batch \
 && CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /boot github.com/apache/beam/sdks/v2/go/container

# The certificates and the /tmp of this image are needed: for object storage, and for what boot
# fetches.
FROM gcr.io/distroless/static-debian12
COPY --from=build /boot /opt/apache/beam/boot
COPY --from=build /tidytalk-batch /tidytalk-batch
ENTRYPOINT ["/opt/apache/beam/boot"]
