// The commands, one function each; the table in command_table.cpp names them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.hpp"

namespace counterpoint::cli {

class Session;
struct Source;

// Each does what the table says of it and answers with the exit code. Throws Failure.
Exit run_alloc(Session& session);
Exit run_optimize(Session& session);
Exit run_explain(Session& session);
Exit run_deps(Session& session);
Exit run_run(Session& session);
Exit run_check(Session& session);
Exit run_certify(Session& session);
Exit run_verify_cert(Session& session);
Exit run_mutate(Session& session);
Exit run_fuzz(Session& session);
Exit run_reproduce(Session& session);
Exit run_convert(Session& session);
Exit run_lower(Session& session);
// What `lower --verify` does with its file.
Exit verify_dump_file(Session& session, const Source& source);
Exit run_draw(Session& session);
Exit run_report(Session& session);
Exit run_help(Session& session);
Exit run_completion(Session& session);
Exit run_version(Session& session);

}  // namespace counterpoint::cli
