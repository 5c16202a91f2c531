import { createContext } from 'react'

/** Whether a page is rendered only to collect its queries, so that the output is discarded. */
export const CollectingQueries = createContext(false)
