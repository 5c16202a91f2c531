// Fills an outbox until the disk takes no more, delivers everything, and prints what became of it: a process for tests to limit.
import '../../scripts/lib/app-modules.ts'

const { Outbox } = await import('../../switch/outbox.ts')

const outbox = await Outbox.open(process.argv[2] ?? '')
const body = 'x'.repeat(10_000)
let records = 0
const rejected = await (async () => {
  for (;;) {
    try {
      await outbox.append('call record', body)
      records += 1
    } catch (error) {
      return String((error as NodeJS.ErrnoException).code)
    }
  }
})()
const waiting = ['one', 'two', 'three'].map((each) => outbox.append('event', each + body, true))
await outbox.delivered((await outbox.oldest(records, Infinity)).at(-1)?.sequence ?? 0)
await Promise.all(waiting)
const events = (await outbox.oldest(10, 1_000_000)).map((entry) => entry.body.replaceAll('x', ''))
await outbox.close()
console.log(JSON.stringify({ records, rejected, events }))
