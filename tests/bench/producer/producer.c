/*
 * Stands in for `claude` in the benchmark, so that what writes is never the bottleneck: answers `initialize`, and at a
 * prompt writes the work that its environment describes. Takes no notice of its arguments.
 *
 *   BENCH_REQUESTS  permission requests, one after another, each answered before the next          0
 *   BENCH_BURST     events in front of each request                                                 0
 *   BENCH_EVENTS    events after the last request                                                   0
 *   BENCH_BYTES     the length of an event's line, with its line end                                316
 *   BENCH_KIND      "delta" (stream events) or "text" (assistant messages)                          delta
 *   BENCH_PLAIN     1: text without escapes and without characters beyond ASCII                     0
 *   BENCH_SEED      where the generator begins that makes the texts differ                           1
 *   BENCH_HOLD_MS   how long a grandchild holds standard output open after the end, in milliseconds 0
 *   BENCH_REPORT    the file, with the process's id behind it, that is told as JSON what was done   none
 *
 * The report: the process's id, when the first byte came on standard input and, where a grandchild holds the pipe, when the
 * end came (nanoseconds of the wall clock), how many events and which checksum of their texts, and the time of each round
 * trip in nanoseconds. It is written before the result is, so that a consumer that has read the result finds it; where no
 * result was written, at the end or when the pipe breaks.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 1 << 16, MOST_REQUESTS = 1 << 16, ID = 128, STEP = 1009 };

static const char PLAIN[] = "and then the next few words of an answer come, ";
static const char RICH[] = "so \\\"it\\\" said:\\n\\n- caf\xc3\xa9 \xe2\x80\x94 \xe6\xbc\xa2\xe5\xad\x97, a few more words of it; ";

static char *line;             /* the event's line, made once; its ordinal and last letters are written anew */
static size_t line_length, text_at, text_bytes;
static uint16_t *text;         /* the event's text as a reader sees it */
static size_t text_length;

static uint64_t first_byte, ended;
static uint32_t checksum, state = 1;
static uint64_t events, characters;
static uint64_t trips[MOST_REQUESTS];
static size_t trip_count;

static char *input;
static size_t input_length, input_room;
static int closed, prompted, awaited, answered, reported;
static char awaited_id[ID];

static char urgent[BLOCK];     /* answers that wait for the end of a line */
static size_t urgent_length;

static uint64_t now(clockid_t clock) {
  struct timespec at;
  clock_gettime(clock, &at);
  return (uint64_t)at.tv_sec * 1000000000u + (uint64_t)at.tv_nsec;
}

static void report(void);

static void fail(const char *what) {
  fprintf(stderr, "producer: %s: %s\n", what, strerror(errno));
  exit(1);
}

static long number(const char *name, long otherwise) {
  const char *value = getenv(name);
  return value == NULL || *value == '\0' ? otherwise : atol(value);
}

/* The text of a field, found by its name: enough for frames that are written by one serialiser without spaces. */
static int field(const char *frame, const char *name, char *value) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":\"", name);
  const char *from = strstr(frame, key);
  if (from == NULL) return 0;
  from += strlen(key);
  const char *to = strchr(from, '"');
  if (to == NULL || to - from >= ID) return 0;
  memcpy(value, from, (size_t)(to - from));
  value[to - from] = '\0';
  return 1;
}

static void take_frame(char *frame) {
  char type[ID], id[ID], subtype[ID];
  if (!field(frame, "type", type)) return;
  if (strstr(frame, "\"type\":\"control_request\"") != NULL) {
    if (!field(frame, "request_id", id) || !field(frame, "subtype", subtype)) return;
    int room = (int)(sizeof urgent - urgent_length);
    int used = snprintf(urgent + urgent_length, (size_t)room,
      "{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\"%s\",\"response\":{%s}}}\n", id,
      strcmp(subtype, "initialize") == 0
        ? "\"commands\":[],\"agents\":[],\"output_style\":\"default\",\"available_output_styles\":[\"default\"],"
          "\"models\":[],\"account\":{},\"hooks_applied\":true,\"pid\":1"
        : "");
    if (used < 0 || used >= room) { errno = ENOBUFS; fail("too many requests at once"); }
    urgent_length += (size_t)used;
    if (strcmp(subtype, "interrupt") == 0) closed = 1;
  } else if (strstr(frame, "\"type\":\"control_response\"") != NULL) {
    if (awaited && strstr(frame, awaited_id) != NULL) answered = strstr(frame, "\"behavior\":\"allow\"") != NULL ? 1 : -1;
  } else if (strstr(frame, "\"type\":\"user\"") != NULL) {
    prompted = 1;
  }
}

static void take_input(void) {
  if (input_length + BLOCK > input_room) {
    input_room = 2 * input_room + BLOCK + 1;
    input = realloc(input, input_room);
    if (input == NULL) fail("realloc");
  }
  ssize_t count = read(0, input + input_length, BLOCK - 1);
  if (count < 0) { if (errno == EAGAIN || errno == EINTR) return; fail("read"); }
  if (count == 0) { closed = 1; return; }
  if (first_byte == 0) first_byte = now(CLOCK_REALTIME);
  input_length += (size_t)count;
  char *from = input, *end = input + input_length, *to;
  while ((to = memchr(from, '\n', (size_t)(end - from))) != NULL) {
    *to = '\0';
    take_frame(from);
    from = to + 1;
  }
  input_length = (size_t)(end - from);
  memmove(input, from, input_length);
}

/* Waits until input came, or, where there is something to write, until it can be written. */
static int ready(int writing) {
  struct pollfd files[2] = {{.fd = closed ? -1 : 0, .events = POLLIN}, {.fd = writing ? 1 : -1, .events = POLLOUT}};
  if (poll(files, 2, -1) < 0 && errno != EINTR) fail("poll");
  if (files[0].revents != 0) take_input();
  return files[1].revents != 0;
}

/* Takes input while the pipe is full: whoever asks something is heard then, too. */
static void put(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t count = write(1, bytes, length);
    if (count >= 0) { bytes += count; length -= (size_t)count; continue; }
    if (errno == EPIPE) { if (!reported) report(); exit(0); }
    if (errno != EAGAIN && errno != EINTR) fail("write");
    while (!ready(1)) {}
  }
}

static void put_urgent(void) {
  while (urgent_length > 0) {
    char copy[BLOCK];
    size_t length = urgent_length;
    memcpy(copy, urgent, length);
    urgent_length = 0;
    put(copy, length);
  }
}

/* Makes the line and the text that a reader finds in it. */
static void make_line(size_t bytes, int plain, int whole) {
  const char *head = whole
    ? "{\"type\":\"assistant\",\"message\":{\"id\":\"msg_01\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\","
      "\"content\":[{\"type\":\"text\",\"text\":\""
    : "{\"type\":\"stream_event\",\"event\":{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"";
  const char *tail = whole
    ? "\"}],\"stop_reason\":null,\"usage\":{\"input_tokens\":1,\"output_tokens\":1}},\"parent_tool_use_id\":null,"
      "\"session_id\":\"11111111-2222-4333-8444-555555555555\",\"uuid\":\"00000000-0000-4000-8000-000000000000\"}\n"
    : "\"}},\"session_id\":\"11111111-2222-4333-8444-555555555555\",\"parent_tool_use_id\":null,"
      "\"uuid\":\"00000000-0000-4000-8000-000000000000\"}\n";
  const char *pattern = plain ? PLAIN : RICH;
  size_t least = strlen(head) + strlen(tail) + 24;
  if (bytes < least) bytes = least;
  text_at = strlen(head);
  text_bytes = bytes - strlen(head) - strlen(tail);
  line = malloc(bytes + 1);
  text = malloc((text_bytes + 1) * sizeof *text);
  if (line == NULL || text == NULL) fail("malloc");
  memcpy(line, head, text_at);
  size_t at = 16, size = strlen(pattern);
  char *out = line + text_at;
  memset(out, '0', 16);
  while (at + size + 8 <= text_bytes) { memcpy(out + at, pattern, size); at += size; }
  while (at < text_bytes) out[at++] = '.';
  memcpy(out + text_bytes, tail, strlen(tail));
  line_length = bytes;
  text_length = 0;
  for (size_t index = 0; index < text_bytes; ) {
    unsigned char byte = (unsigned char)out[index];
    if (byte == '\\') { text[text_length++] = out[index + 1] == 'n' ? '\n' : (uint16_t)out[index + 1]; index += 2; }
    else if (byte < 0x80) { text[text_length++] = byte; index += 1; }
    else if (byte < 0xe0) {
      text[text_length++] = (uint16_t)((byte & 0x1f) << 6 | ((unsigned char)out[index + 1] & 0x3f)); index += 2;
    } else {
      text[text_length++] = (uint16_t)((byte & 0x0f) << 12 | ((unsigned char)out[index + 1] & 0x3f) << 6 |
        ((unsigned char)out[index + 2] & 0x3f));
      index += 3;
    }
  }
}

/* Each event is another: its ordinal stands at the text's beginning, and eight letters of a generator at its end. */
static void stamp(void) {
  char digits[24];
  snprintf(digits, sizeof digits, "%016llu", (unsigned long long)events);
  for (size_t index = 0; index < 16; index++) {
    line[text_at + index] = digits[index];
    text[index] = (uint16_t)digits[index];
  }
  for (size_t index = 0; index < 8; index++) {
    state = state * 1664525u + 1013904223u;
    char letter = (char)('a' + (state >> 24) % 26);
    line[text_at + text_bytes - 8 + index] = letter;
    text[text_length - 8 + index] = (uint16_t)letter;
  }
  uint32_t hash = checksum;
  hash = hash * 31u + (uint32_t)text_length;
  for (size_t index = 0; index < text_length; index += STEP) hash = hash * 31u + text[index];
  checksum = hash * 31u + text[12] + text[13] + text[14] * 3u + text[15] * 7u + text[text_length - 1];
  events++;
  characters += text_length;
}

static void put_events(long count) {
  static char block[BLOCK];
  size_t used = 0;
  while (count-- > 0 && !closed) {
    stamp();
    if (line_length > sizeof block) { put(line, line_length); put_urgent(); continue; }
    if (used + line_length > sizeof block) { put(block, used); put_urgent(); used = 0; }
    memcpy(block + used, line, line_length);
    used += line_length;
  }
  put(block, used);
  put_urgent();
}

static void ask(size_t index) {
  char request[1024];
  snprintf(awaited_id, sizeof awaited_id, "ask-%zu-", index);
  int length = snprintf(request, sizeof request,
    "{\"type\":\"control_request\",\"request_id\":\"%s\",\"request\":{\"subtype\":\"can_use_tool\",\"tool_name\":\"Bash\","
    "\"input\":{\"command\":\"git log --oneline -n %zu && ls -la src\",\"description\":\"Show the last commits\"},"
    "\"permission_suggestions\":[],\"tool_use_id\":\"toolu_%zu\"}}\n", awaited_id, index % 50, index);
  awaited = 1;
  answered = 0;
  uint64_t from = now(CLOCK_MONOTONIC);
  put(request, (size_t)length);
  while (answered == 0 && !closed) { ready(0); put_urgent(); }
  uint64_t to = now(CLOCK_MONOTONIC);
  if (answered < 0) { errno = EPERM; fail("a request was denied"); }
  if (answered > 0) trips[trip_count++] = to - from;
  awaited = 0;
  put_urgent();
}

static void report(void) {
  const char *path = getenv("BENCH_REPORT");
  reported = 1;
  if (path == NULL || *path == '\0') return;
  char name[4096], fresh[4100];
  snprintf(name, sizeof name, "%s.%ld", path, (long)getpid());
  snprintf(fresh, sizeof fresh, "%s.new", name);
  FILE *file = fopen(fresh, "w");
  if (file == NULL) fail(fresh);
  fprintf(file, "{\"pid\":%ld,\"firstByte\":%llu,\"ended\":%llu,\"events\":%llu,\"characters\":%llu,\"checksum\":%u,\"trips\":[",
    (long)getpid(), (unsigned long long)first_byte, (unsigned long long)ended, (unsigned long long)events,
    (unsigned long long)characters, checksum);
  for (size_t index = 0; index < trip_count; index++) {
    fprintf(file, "%s%llu", index == 0 ? "" : ",", (unsigned long long)trips[index]);
  }
  fprintf(file, "]}\n");
  if (fclose(file) != 0 || rename(fresh, name) != 0) fail(name);
}

/* What a shell command in the background does: it inherits the pipes, and outlives the program that started it. */
static void hold(long milliseconds) {
  if (milliseconds <= 0 || fork() != 0) return;
  close(0);
  struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
  _exit(0);
}

static void put_text(const char *frame) { put(frame, strlen(frame)); }

int main(void) {
  const char *kind = getenv("BENCH_KIND");
  make_line((size_t)number("BENCH_BYTES", 316), (int)number("BENCH_PLAIN", 0), kind != NULL && strcmp(kind, "text") == 0);
  long requests = number("BENCH_REQUESTS", 0), burst = number("BENCH_BURST", 0), count = number("BENCH_EVENTS", 0);
  long held = number("BENCH_HOLD_MS", 0);
  if (requests > MOST_REQUESTS) requests = MOST_REQUESTS;
  state = (uint32_t)number("BENCH_SEED", 1);
  signal(SIGPIPE, SIG_IGN);
  if (fcntl(1, F_SETFL, O_NONBLOCK) < 0) fail("fcntl");
  while (!prompted && !closed) { ready(0); put_urgent(); }
  if (prompted) {
    put_text("{\"type\":\"system\",\"subtype\":\"init\",\"cwd\":\"/\",\"session_id\":\"11111111-2222-4333-8444-555555555555\","
      "\"tools\":[\"Bash\",\"Read\"],\"mcp_servers\":[],\"model\":\"m\",\"permissionMode\":\"default\",\"slash_commands\":[],"
      "\"apiKeySource\":\"none\",\"claude_code_version\":\"2.1.332\",\"output_style\":\"default\",\"agents\":[],"
      "\"skills\":[],\"plugins\":[],\"uuid\":\"00000000-0000-4000-8000-000000000001\"}\n");
    for (long index = 0; index < requests && !closed; index++) {
      put_events(burst);
      ask((size_t)index);
    }
    put_events(count);
    report();
    put_text("{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"duration_ms\":1,\"duration_api_ms\":1,"
      "\"num_turns\":1,\"result\":\"done\",\"stop_reason\":\"end_turn\",\"session_id\":\"11111111-2222-4333-8444-555555555555\","
      "\"total_cost_usd\":0.01,\"usage\":{\"input_tokens\":1,\"output_tokens\":1},\"modelUsage\":{},"
      "\"permission_denials\":[],\"uuid\":\"00000000-0000-4000-8000-000000000002\"}\n");
    put_urgent();
  }
  while (!closed) { ready(0); put_urgent(); }
  if (held > 0) ended = now(CLOCK_REALTIME);
  if (!prompted || held > 0) report();
  hold(held);
  return 0;
}
