import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// As in the browser (pages/_app.tsx). Each file's schemas would be compiled again, and are used a few times only.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// What appears immediately on an idle machine may take seconds on a busy one.
configure({ asyncUtilTimeout: 60_000 })

// jsdom is never idle. Without these, what waits for that would run two seconds later, in whichever test is under way then; a
// fake clock brings it about.
Object.assign(globalThis, { requestIdleCallback: () => 0, cancelIdleCallback: () => undefined })

// jsdom has no layout. The list of a combobox watches its size, and scrolls to what is chosen.
class NothingResizes {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(globalThis, { ResizeObserver: NothingResizes })
Element.prototype.scrollIntoView = () => undefined

afterEach(cleanup)
