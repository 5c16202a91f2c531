import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { latePart } from '@/components/ui/late-code'
import { Skeleton } from '@/components/ui/skeleton'
import { useSoundAddress } from '@/hooks/use-stored-file'
import { failureMessage, Refusal } from '@/lib/errors'
import type { StoredFile } from '@/lib/recordings/stored-file'

const Player = dynamic(() => import('./player').then((module) => module.Player), {
  ssr: false,
  loading: latePart(<Skeleton className="h-16 w-full" />),
})

/** Plays an audio file from Storage, with the user's rights. */
export function StoredSound({
  file,
  onOpened,
  ...sound
}: {
  file: StoredFile
  /** Called when the file becomes accessible, which may have changed its record. */
  onOpened?: () => unknown
  peaks: readonly number[]
  durationMs: number
  name: string
  autoPlay?: boolean
}) {
  const { data: address, error, retry } = useSoundAddress(file)
  const isOpen = address !== undefined
  useEffect(() => {
    if (isOpen) onOpened?.()
  }, [isOpen, onOpened])
  if (error) {
    const isGone = error instanceof Refusal && error.reason === 'gone'
    return (
      <Alert
        tone="warning"
        action={
          isGone ? undefined : (
            <Button size="sm" onClick={retry}>
              Try again
            </Button>
          )
        }
      >
        {failureMessage(error)}
      </Alert>
    )
  }
  return address ? (
    <Player address={address} onOutdated={retry} {...sound} />
  ) : (
    <Skeleton className="h-16 w-full" />
  )
}
