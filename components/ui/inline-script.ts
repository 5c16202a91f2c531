import { earlyClicksScript } from './early-clicks-script'
import { themeScript } from './theme-script'

/** What runs in <head> before anything is painted. */
export const inlineScript = `${themeScript};${earlyClicksScript}`
