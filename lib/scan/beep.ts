const HERTZ = { good: 1200, bad: 300 }

/** A short tone: high for an accepted scan, low for a rejected one; silent where audio is not available. */
export function beep(kind: keyof typeof HERTZ): void {
  try {
    const audio = new AudioContext()
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    volume.gain.value = 0.1
    tone.frequency.value = HERTZ[kind]
    tone.connect(volume).connect(audio.destination)
    tone.onended = () => void audio.close()
    tone.start()
    tone.stop(audio.currentTime + (kind === 'good' ? 0.08 : 0.25))
    navigator.vibrate?.(kind === 'good' ? 40 : [80, 60, 80])
  } catch {
    // The screen shows the result as well.
  }
}
