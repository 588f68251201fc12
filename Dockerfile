# The program without a toolchain: docker build -t kentei .
# Engines have to be in the image or mounted, and reports are written as the user of the mounted folder:
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" kentei run ./my-engine --report junit=junit.xml
FROM docker.io/library/rust:1.95-slim-bookworm AS build
WORKDIR /kentei
COPY . .
RUN cargo build --locked --profile dist

FROM docker.io/library/debian:12-slim
COPY --from=build /kentei/target/dist/kentei /usr/local/bin/kentei
RUN useradd --create-home kentei
USER kentei
WORKDIR /work
ENTRYPOINT ["kentei"]
