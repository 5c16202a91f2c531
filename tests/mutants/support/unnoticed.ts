import type pg from 'pg'

/** A question to the database whose effects are rolled back. */
export interface Question {
  name: string
  answer(client: pg.Client): Promise<string>
}

/**
 * The names of the changes with which every question that they could matter to is answered as before. `client` is in a transaction;
 * each change is taken back. A question that is answered otherwise without a change too has noticed nothing.
 */
export async function unnoticed<M extends { name: string; sql: string }>(
  client: pg.Client,
  mutants: readonly M[],
  concerns: (mutant: M) => Question[],
): Promise<string[]> {
  const known = new Map<string, string>()
  const missed: string[] = []
  for (const mutant of mutants) {
    const change = async () => void (await client.query(mutant.sql))
    const takeBack = async () => void (await client.query('rollback to savepoint mutant'))
    await client.query('savepoint mutant')
    await change()
    let isNoticed = false
    for (const question of concerns(mutant)) {
      const now = await question.answer(client)
      const before = known.get(question.name)
      if (now === before) continue
      await takeBack()
      const plain = await question.answer(client)
      known.set(question.name, plain)
      // A new question is asked twice: only a stable answer counts.
      isNoticed = now !== plain && (before ?? (await question.answer(client))) === plain
      if (isNoticed) break
      await change()
    }
    // Thousands of nested savepoints would slow everything down.
    await client.query('rollback to savepoint mutant; release savepoint mutant')
    if (isNoticed) continue
    missed.push(mutant.name)
    // At once, so that an interrupted run has reported its findings.
    console.log(`not noticed: ${mutant.name}`)
  }
  return missed
}
