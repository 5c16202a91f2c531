// Appends to an outbox forever and prints each entry once it is saved: a process for tests to kill.
import '../../scripts/lib/app-modules.ts'

const { Outbox } = await import('../../switch/outbox.ts')

const outbox = await Outbox.open(process.argv[2] ?? '')
const padding = 'x'.repeat(20_000)
for (let n = 1; ; n++) {
  const more = [n * 3, n * 3 + 1, n * 3 + 2].map(async (number) => {
    await outbox.append('call record', JSON.stringify({ number, padding }))
    process.stdout.write(`${number}\n`)
  })
  await Promise.all(more)
}
