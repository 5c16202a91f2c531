type Found = Promise<ReadonlyMap<string, unknown>>

const questions = new Map<string, { ids: Set<string>; found: Found }>()

/**
 * Batches lookups by id: everything that parts of a page request under one key at once, or within `collectMs` of the first request,
 * becomes a single call of `load`. `load` and `collectMs` must depend on the key only. Resolves to the items found among those requested.
 */
export async function batched<T>(
  key: string,
  wanted: readonly string[],
  load: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  collectMs = 0,
): Promise<ReadonlyMap<string, T>> {
  const ids = questions.get(key)?.ids ?? new Set()
  const found =
    questions.get(key)?.found ??
    new Promise<void>((asked) => setTimeout(asked, collectMs)).then(() => {
      questions.delete(key)
      return load([...ids])
    })
  for (const id of wanted) ids.add(id)
  questions.set(key, { ids, found })
  const all = (await found) as ReadonlyMap<string, T>
  return new Map([...all].filter(([id]) => wanted.includes(id)))
}
