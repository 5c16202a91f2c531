import type pg from 'pg'

/** Something that is asked of the database; of its answer nothing stays. */
export interface Question {
  name: string
  answer(client: pg.Client): Promise<string>
}

/** Answers as they are before anything is changed, each asked for once. */
export function remembered(client: pg.Client): (question: Question) => Promise<string> {
  const answers = new Map<string, string>()
  return async (question) => {
    const known = answers.get(question.name) ?? (await question.answer(client))
    answers.set(question.name, known)
    return known
  }
}

/**
 * The names of the changes with which every question that they could matter to is answered as before. `client` is in a transaction;
 * each change is taken back. A question that is answered otherwise without a change too has noticed nothing.
 */
export async function unnoticed<M extends { name: string; sql: string }, Q extends Question>(
  client: pg.Client,
  mutants: readonly M[],
  concerns: (mutant: M) => Q[],
): Promise<string[]> {
  const before = remembered(client)
  const missed: string[] = []
  for (const mutant of mutants) {
    const asked = concerns(mutant)
    for (const question of asked) await before(question)
    const noticed: Q[] = []
    await client.query('savepoint mutant')
    await client.query(mutant.sql)
    for (const question of asked) {
      if ((await question.answer(client)) === (await before(question))) continue
      noticed.push(question)
      if (noticed.length > 1) break
    }
    await client.query('rollback to savepoint mutant')
    const caught = await anySteady(client, noticed, before)
    if (!caught) missed.push(mutant.name)
  }
  return missed
}

async function anySteady<Q extends Question>(
  client: pg.Client,
  questions: readonly Q[],
  before: (question: Q) => Promise<string>,
): Promise<boolean> {
  for (const question of questions) {
    if ((await question.answer(client)) === (await before(question))) return true
  }
  return false
}
