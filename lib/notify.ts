/** Shows a toast; the toast library is downloaded by the first one. Only shown inside the shell, which holds the container. */
export async function notify(kind: 'success' | 'error' | 'info', message: string): Promise<void> {
  const { toast } = await import('react-toastify')
  toast[kind](message)
}
