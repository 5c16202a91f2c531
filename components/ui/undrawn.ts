import { createContext } from 'react'

/** Whether a page is rendered only to find what it asks for, so that nobody sees what is drawn. */
export const Undrawn = createContext(false)
