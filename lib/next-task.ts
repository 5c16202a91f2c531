/** Waits until whatever else is due has run, so that long work in turns holds up neither a touch nor a request. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
