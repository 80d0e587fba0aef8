// Dispatches a command and turns whatever happens into an exit code.
// SPDX-License-Identifier: Apache-2.0
#include "cli/command.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>

#include "cli/arguments.hpp"
#include "cli/failure.hpp"
#include "cli/help.hpp"
#include "cli/session.hpp"
#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::cli {
namespace {

int number(Exit exit) { return static_cast<int>(exit); }

int usage(const UsageError& error) {
  complain(fmt::format("counterpoint: {}\n", error.message));
  complain(error.command == nullptr ? "usage: counterpoint COMMAND ...\n" : usage_line(*error.command));
  complain(error.command == nullptr ? "`counterpoint help` lists the commands\n"
                                    : fmt::format("`counterpoint help {}` says more\n", error.command->name));
  return number(Exit::usage);
}

int dispatch(const Arguments& arguments) {
  Session session(arguments);
  Exit exit = Exit::success;
  try {
    if (arguments.help) {
      session.out().write(help_text(*arguments.command));
    } else {
      exit = arguments.command->run(session);
    }
  } catch (const Failure& failure) {
    if (!failure.message().empty()) complain(fmt::format("counterpoint: {}\n", failure.message()));
    if (failure.code() == Exit::cannot_write) return number(failure.code());
    exit = session.close(failure);
  }
  session.out().commit();
  return number(exit);
}

int internal(std::string_view what) {
  complain(
      fmt::format("counterpoint: internal error: {}\nThis is a fault of the tool; please report it together with "
                  "the input and the command.\n",
                  what));
  return number(Exit::internal);
}

}  // namespace

int guarded(const std::function<int()>& action) noexcept {
  try {
    return action();
  } catch (const Failure& failure) {
    complain(fmt::format("counterpoint: {}\n", failure.message()));
    return number(failure.code());
  } catch (const std::bad_alloc&) {
    complain("counterpoint: out of memory\n");
    return number(Exit::internal);
  } catch (const std::exception& error) {
    return internal(error.what());
  } catch (...) {
    return internal("an exception of unknown type");
  }
}

int command(std::span<const std::string> words) noexcept {
  return guarded([&] {
    const auto arguments = read_arguments(words);
    return arguments ? dispatch(*arguments) : usage(arguments.error());
  });
}

}  // namespace counterpoint::cli
