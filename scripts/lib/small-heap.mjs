/**
 * Options of Node for processes that stay up. Without a limit V8 lets garbage grow to four times what is in use before it collects, and
 * what that garbage holds outside of V8's heap (buffers, zlib's windows) scatters over malloc's, which then never shrinks. With a limit
 * of 1 GB it collects at 1.6 times (MemoryController::MaxGrowingFactor in V8's heap-controller.cc). Young objects are collected after
 * 8 MB rather than 16: they are most of what an idle server holds. One thread collects them: several wait for each other, which costs a
 * busy server more processor time than it saves anybody's waiting.
 */
export const SMALL_HEAP = ['--max-old-space-size=1024', '--max-semi-space-size=8', '--no-parallel-scavenge']
