# The core as a library of its own, for programs in C and C++.
#
#   make libraries   build/library/: static and shared
#   make install     those, the header and corral.pc, below PREFIX: /usr/local, or what is named
#   make uninstall   the same variables
#
# LIBDIR and INCLUDEDIR may be named too, and DESTDIR, which goes before all of them. FLAGS optimise; after a change of
# them or of CC, `make clean` first. A warning of a compiler that nobody here has seen does not stop an installation.
#
# Both libraries are made of the same objects, so the static one can go into a shared library of somebody else's. The
# shared one exports what the header declares. Its name ends with the number of its interface, which goes up by one with
# every change that a program built before would not survive.

PREFIX = /usr/local
LIBDIR = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
DESTDIR =
INSTALL = install

interface = 0
version := $(shell sed -n 's/^\#define CORRAL_VERSION "\(.*\)"/\1/p' include/corral.h)

# macOS is untried
ifeq ($(shell uname -s),Darwin)
shared = libcorral.$(version).dylib
shared_links = libcorral.$(interface).dylib libcorral.dylib
SHARED = -dynamiclib -install_name $(LIBDIR)/libcorral.$(interface).dylib
else
shared = libcorral.so.$(version)
shared_links = libcorral.so.$(interface) libcorral.so
SHARED = -shared -Wl,-soname,libcorral.so.$(interface)
endif

.PHONY: libraries install uninstall

libraries:
	+@$(again) build/library/libcorral.a build/library/$(shared) VARIANT=library \
	    FLAGS="$(FLAGS) -fPIC -fvisibility=hidden -DCORRAL_EXPORT" WARNINGS=

$(dir)/$(shared): $(core)
	$(CC) $(FLAGS) $(SHARED) $(LDFLAGS) -o $@ $^ -pthread

define pkgconfig
prefix=$(PREFIX)
libdir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))
includedir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCLUDEDIR))

Name: corral
Description: Solves deduction games: Bulls and Cows, Mastermind and their kin
Version: $(version)
Cflags: -I$${includedir}
Libs: -L$${libdir} -lcorral
Libs.private: -pthread
endef
export pkgconfig

install: libraries
	$(INSTALL) -d "$(DESTDIR)$(INCLUDEDIR)" "$(DESTDIR)$(LIBDIR)/pkgconfig"
	$(INSTALL) -m 644 include/corral.h "$(DESTDIR)$(INCLUDEDIR)"
	$(INSTALL) -m 644 build/library/libcorral.a "$(DESTDIR)$(LIBDIR)"
	$(INSTALL) -m 755 build/library/$(shared) "$(DESTDIR)$(LIBDIR)"
	for link in $(shared_links); do ln -sf $(shared) "$(DESTDIR)$(LIBDIR)/$$link"; done
	printenv pkgconfig >"$(DESTDIR)$(LIBDIR)/pkgconfig/corral.pc"

uninstall:
	for file in pkgconfig/corral.pc libcorral.a $(shared) $(shared_links); do rm -f "$(DESTDIR)$(LIBDIR)/$$file"; done
	rm -f "$(DESTDIR)$(INCLUDEDIR)/corral.h"
