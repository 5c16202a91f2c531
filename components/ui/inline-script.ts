import { earlyClicksScript } from './early-clicks-script'
import { themeScript } from './theme-script'

/** Scripts that run in <head> before the first paint. */
export const inlineScript = `${themeScript};${earlyClicksScript}`
