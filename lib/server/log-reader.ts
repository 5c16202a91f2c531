/**
 * Stops the server as SIGTERM does when nobody reads its log any longer, because what started it was killed. Otherwise Next.js logs that a
 * line could not be written, which cannot be written either, and so on without end.
 */
export function stopWithoutLogReader(): void {
  let stopping = false
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => {
      if (!stopping) process.kill(process.pid, 'SIGTERM')
      stopping = true
    })
  }
}
