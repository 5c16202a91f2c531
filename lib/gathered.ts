type Found = Promise<ReadonlyMap<string, unknown>>

const questions = new Map<string, { ids: Set<string>; found: Found }>()

/**
 * Those of these that `load` finds, by id. What several parts of a page ask at once under one key is one question, from which `load`
 * must follow.
 */
export async function gathered<T>(
  key: string,
  wanted: readonly string[],
  load: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<ReadonlyMap<string, T>> {
  const ids = questions.get(key)?.ids ?? new Set()
  const found =
    questions.get(key)?.found ??
    new Promise<void>((asked) => setTimeout(asked)).then(() => {
      questions.delete(key)
      return load([...ids])
    })
  for (const id of wanted) ids.add(id)
  questions.set(key, { ids, found })
  const all = (await found) as ReadonlyMap<string, T>
  return new Map([...all].filter(([id]) => wanted.includes(id)))
}
