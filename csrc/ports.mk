# Builds the core and its tests for other systems, by zig's compiler of C, which brings their headers and libraries:
# pip install ziglang. The tests run where there is something to run them on: qemu's user mode, Node, Wine.
#
#   make -f ports.mk                      all of them
#   make -f ports.mk aarch64-linux-musl   one of them
#
# What is not run is named. CORRAL_STRICT=1 in the environment: that is an error, but for those that are never run.
# The tests do as much as CORRAL_QUICK and CORRAL_SLOW say, see Makefile.

ZIG = python3 -m ziglang

# Little and big-endian, 32 and 64 bits, with and without threads.
run = aarch64-linux-musl arm-linux-musleabihf s390x-linux-musl wasm32-wasi x86_64-windows-gnu
build = aarch64-windows-gnu x86_64-macos aarch64-macos
ports = $(run) $(build)

aarch64-linux-musl: runner = qemu-aarch64
arm-linux-musleabihf: runner = qemu-arm
s390x-linux-musl: runner = qemu-s390x
wasm32-wasi: runner = node --no-warnings tests/wasi.mjs
x86_64-windows-gnu: runner = wine
x86_64-windows-gnu: export WINEPREFIX = $(CURDIR)/build/wine
x86_64-windows-gnu: export WINEDEBUG = -all
# Programs that start while Wine makes its folder can wait for ever.
x86_64-windows-gnu: prepare = wineboot --init >/dev/null 2>&1; wineserver --wait;

# Its name for that system is an old one, says the compiler, who is told no other.
wasm32-wasi: more = -Wno-deprecated
wasm32-wasi: libraries = -lm
$(filter-out wasm32-wasi,$(ports)): libraries = -lm -pthread

# Other processors have no other level.
levels = portable
x86_64-windows-gnu: levels = portable popcnt avx2 avx512

flags = -O2 -g1 -DCORRAL_FAILING_ALLOC
make_port = $(MAKE) --no-print-directory -f Makefile VARIANT=$@ CC="$(ZIG) cc -target $@" AR="$(ZIG) ar" \
    FLAGS="$(flags) $(more)" LIBRARIES="$(libraries)" RUNNER="$(runner)" LEVELS="$(levels)"

.PHONY: all $(ports)

all: $(ports)

$(run):
	+@$(make_port) build
	+@if command -v $(firstword $(runner)) >/dev/null; then \
	    $(prepare) $(make_port) run; \
	else \
	    echo "SKIPPED: the tests on $@, there is no $(firstword $(runner)) here"; test -z "$$CORRAL_STRICT"; \
	fi

$(build):
	+@$(make_port) build
	@echo "SKIPPED: the tests on $@, nothing runs them here; they are built"
