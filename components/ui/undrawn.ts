import { createContext } from 'react'

/** Whether a page is rendered only to collect its queries, so that the output is discarded. */
export const Undrawn = createContext(false)
