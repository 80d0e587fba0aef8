// Files in, files out.
// SPDX-License-Identifier: Apache-2.0
#include "cli/files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/failure.hpp"

namespace counterpoint::cli {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "counterpoint_files_XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  [[nodiscard]] std::ptrdiff_t count() const {
    return std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
  }
  static std::string content(const std::string& file) {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
  }
  static Exit code_of_reading(const std::string& file) {
    try {
      (void)read_source(file);
    } catch (const Failure& failure) {
      return failure.code();
    }
    return Exit::success;
  }

  fs::path folder_;
};

TEST_F(Files, what_was_written_is_read_back_whatever_its_length) {
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{65536}, std::size_t{1000003}}) {
    const std::string file = path("f" + std::to_string(length));
    Output output(file);
    for (std::size_t i = 0; i < length; ++i) output.write("x");
    output.commit();
    EXPECT_EQ(read_source(file).text, std::string(length, 'x'));
  }
}

TEST_F(Files, an_endless_device_is_not_read_to_its_end) {
  EXPECT_LT(read_source("/dev/zero").text.size(), std::size_t{1} << 20U);
}

TEST_F(Files, an_output_never_takes_the_place_of_an_input_not_even_through_a_link) {
  std::ofstream(path("f")) << "precious";
  ASSERT_EQ(::symlink(path("f").c_str(), path("link").c_str()), 0);
  EXPECT_EQ(read_source(path("f")).text, "precious");
  EXPECT_THROW(Output output(path("f")), Failure);
  EXPECT_THROW(Output output(path("link")), Failure);
  EXPECT_EQ(content(path("f")), "precious");
}

TEST_F(Files, without_commit_nothing_is_left_and_the_old_file_stays) {
  std::ofstream(path("f")) << "old";
  {
    Output output(path("f"));
    output.write(std::string(200000, 'x'));
  }
  EXPECT_EQ(content(path("f")), "old");
  EXPECT_EQ(count(), 1);
}

TEST_F(Files, a_signal_leaves_no_file_and_exits_with_128_and_its_number) {
  for (const int number : {SIGINT, SIGTERM}) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(STDERR_FILENO);
      clean_up_on_signals();
      Output output(path("f"));
      output.write(std::string(200000, 'x'));
      ::raise(number);
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + number);
    EXPECT_EQ(count(), 0);
  }
}

TEST_F(Files, a_pipe_is_read_to_its_end) {
  ASSERT_EQ(::mkfifo(path("p").c_str(), 0600), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    std::ofstream(path("p")) << std::string(300000, 'y');
    ::_exit(0);
  }
  EXPECT_EQ(read_source(path("p")).text, std::string(300000, 'y'));
  ::waitpid(child, nullptr, 0);
}

TEST_F(Files, folders_and_missing_files_cannot_be_opened) {
  EXPECT_EQ(code_of_reading(folder_.string()), Exit::cannot_open);
  EXPECT_EQ(code_of_reading(path("missing")), Exit::cannot_open);
  EXPECT_EQ(code_of_reading(""), Exit::cannot_open);
}

}  // namespace
}  // namespace counterpoint::cli
