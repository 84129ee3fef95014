# tidytalk-kafka as an image of one static program, run by nobody in particular. See docs/kafka.md.
#
#   docker build -f deploy/kafka.Dockerfile -t tidytalk-kafka .
#   docker run --read-only --cap-drop ALL --memory 2g tidytalk-kafka --brokers kafka:9092 --in words --out settled
FROM golang:1.26 AS build
WORKDIR /src/batch
COPY go.mod go.sum /src/
COPY batch/go.mod batch/go.sum ./
RUN go mod download
COPY . /src
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /tidytalk-kafka ./cmd/tidytalk-kafka

# It has the certificates that --tls needs.
FROM gcr.io/distroless/static-debian12
COPY --from=build /tidytalk-kafka /tidytalk-kafka
USER 65534:65534
STOPSIGNAL SIGTERM
ENTRYPOINT ["/tidytalk-kafka"]
