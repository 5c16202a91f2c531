/** Why the camera shows no picture. */
export type CameraProblem = 'insecure' | 'denied' | 'missing' | 'busy' | 'failed'

/** The camera could not be opened; `problem` says why. */
export class CameraFailure extends Error {
  override name = 'CameraFailure'
  readonly problem: CameraProblem

  constructor(problem: CameraProblem, options?: ErrorOptions) {
    super(`The camera could not be opened: ${problem}`, options)
    this.problem = problem
  }
}

const PROBLEMS: Record<string, CameraProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
}

/** Opens the camera, preferably the rear one. Rejects with a CameraFailure. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers offer cameras to secure origins only.
  if (!navigator.mediaDevices) throw new CameraFailure('insecure')
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (cause) {
    // Not every browser's OverconstrainedError is an Error.
    const { name = '' } = cause as { name?: string }
    throw new CameraFailure(PROBLEMS[name] ?? 'failed', { cause })
  }
}

/** Turns the camera off. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** The track whose camera has a torch; undefined if none has. */
export function torchTrack(stream: MediaStream): MediaStreamTrack | undefined {
  return stream.getVideoTracks().find((track) => {
    // Missing from some browsers and from TypeScript's types; newer browsers list the values, older ones return true.
    const { torch } = (track.getCapabilities?.() ?? {}) as { torch?: boolean | boolean[] }
    return Array.isArray(torch) ? torch.includes(true) : torch === true
  })
}

/** Turns a torch on or off. */
export async function setTorch(track: MediaStreamTrack, on: boolean): Promise<void> {
  await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
}
