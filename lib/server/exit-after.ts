/**
 * Lets the process exit only after `work`, or after `patienceMs` at the latest. Next.js exits once its requests are answered, and does not
 * know what else the server is doing.
 */
export function exitAfter(work: Promise<unknown>, patienceMs: number): void {
  const exit = process.exit.bind(process)
  const late = new Promise((done) => setTimeout(done, patienceMs))
  const over = Promise.race([work, late]).catch(() => undefined)
  process.exit = ((code) => void over.then(() => exit(code))) as typeof process.exit
}
