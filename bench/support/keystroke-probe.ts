/** Milliseconds from a key press until the results of the term were in the document, and until they were painted. */
export interface Keystroke {
  term: string
  shown: number
  painted: number
}

export interface KeystrokeProbe {
  keystrokes: Keystroke[]
  /** Milliseconds of the longest task of the main thread so far. */
  longestTask: number
  /** When the search worker had taken in the last rows so far, by `performance.now()`; 0 before. */
  loadedUntil: number
  /** Resolves when so many keystrokes have been painted. */
  until: (count: number) => Promise<void>
}

/** A call of the worker, as comlink sends it. */
interface Call {
  id: string
  path: string[]
  argumentList: { value: unknown }[]
}

declare global {
  interface Window {
    keystrokeProbe: KeystrokeProbe
  }
}

/**
 * Watches the search overlay from within the page; runs there before anything else. A keystroke ends when the
 * worker has answered its term, the document shows that answer, and the frame with it has been painted: a message
 * that is posted when a frame begins is delivered after its painting.
 */
export function installKeystrokeProbe(): void {
  let current: { start: number; term: string; shown: number | undefined } | undefined
  const waiting: { count: number; resolve: () => void }[] = []
  const probe: KeystrokeProbe = {
    keystrokes: [],
    longestTask: 0,
    loadedUntil: 0,
    until: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, resolve })
        settle()
      }),
  }
  window.keystrokeProbe = probe

  function settle() {
    for (const { count, resolve } of waiting) if (probe.keystrokes.length >= count) resolve()
  }

  window.addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key.length === 1) current = { start: timeStamp, term: '', shown: undefined }
    },
    { capture: true },
  )
  window.addEventListener(
    'input',
    ({ target }) => {
      if (!current || !(target instanceof HTMLInputElement)) return
      current.term = target.value.toLowerCase()
      // The page remembers answers; React has drawn such a one when the event is over.
      setTimeout(check)
    },
    { capture: true },
  )

  const terms = new Map<string, string>()
  /** How many hits each term has. */
  const answers = new Map<string, number>()
  const loads = new Set<string>()
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.addEventListener('message', ({ data }) => {
        if (loads.delete(data.id)) {
          probe.loadedUntil = performance.now()
          answers.clear()
        }
        const term = terms.get(data.id)
        if (term === undefined) return
        answers.set(term, data.value.hits.length)
        if (data.value.hits.length === 0) requestAnimationFrame(check)
      })
    }
    override postMessage(call: Call, transfer?: Transferable[] | StructuredSerializeOptions) {
      if (call.path[0] === 'search') terms.set(call.id, String(call.argumentList[0]?.value).toLowerCase())
      if (call.path[0] === 'load') loads.add(call.id)
      super.postMessage(call, transfer as StructuredSerializeOptions)
    }
  }

  /** The count that is read out is there only while the results are those of the term. */
  function isShown(hits: number): boolean {
    if (hits === 0) return !document.querySelector('[role="listbox"]:not([hidden])')
    return Boolean(document.querySelector('[role="dialog"] > [role="status"]')?.textContent)
  }

  function check() {
    const keystroke = current
    const hits = answers.get(keystroke?.term ?? '')
    if (!keystroke || hits === undefined || keystroke.shown !== undefined || !isShown(hits)) return
    keystroke.shown = performance.now() - keystroke.start
    const { term, start, shown } = keystroke
    requestAnimationFrame(() => {
      const painted = new MessageChannel()
      painted.port1.onmessage = () => {
        probe.keystrokes.push({ term, shown, painted: performance.now() - start })
        current = undefined
        settle()
      }
      painted.port2.postMessage(undefined)
    })
  }
  new MutationObserver(check).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['hidden'],
  })

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) probe.longestTask = Math.max(probe.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
}
