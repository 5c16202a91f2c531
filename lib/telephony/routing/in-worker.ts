import { wrap } from 'comlink'

/** Calls the function exposed by a new worker, then terminates it. Rejects if the worker fails. */
export async function inWorker<Work extends (...given: never[]) => unknown>(
  worker: Worker,
  ...given: Parameters<Work>
): Promise<ReturnType<Work>> {
  const work = wrap(worker) as unknown as (...given: Parameters<Work>) => Promise<ReturnType<Work>>
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The check failed.')))
      work(...given).then(resolve, reject)
    })
  } finally {
    worker.terminate()
  }
}
