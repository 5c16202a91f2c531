import { type Browser, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/lib/chromium.ts'
import { test as base, expect } from '../fixtures'
import { type ShownBarcode, writeBarcodeVideo } from './barcode-video'

/** What the browser has for a camera; a list of barcodes is what the camera sees. */
export type Camera = readonly ShownBarcode[] | 'denied' | 'missing'

interface Fixtures {
  /** A page of a browser with the given camera, signed in as the test's role. */
  openWithCamera: (camera: Camera) => Promise<Page>
}

/** Cameras are chosen when Chromium starts, so every test starts its own. */
export const test = base.extend<Fixtures>({
  openWithCamera: async ({ role, sessions, launchOptions }, use, testInfo) => {
    const browsers: Browser[] = []
    await use(async (camera) => {
      const file = testInfo.outputPath('camera.y4m')
      if (typeof camera === 'object') writeBarcodeVideo(file, camera)
      const browser = await chromium.launch({
        executablePath: findChromium(),
        args: [...(launchOptions.args ?? []), ...cameraSwitches(camera, file)],
      })
      browsers.push(browser)
      const storageState = role ? await sessions(role) : undefined
      const context = await browser.newContext({ storageState })
      if (camera !== 'denied') await context.grantPermissions(['camera'])
      return context.newPage()
    })
    for (const browser of browsers) await browser.close()
  },
})

function cameraSwitches(camera: Camera, file: string): string[] {
  const fake = '--use-fake-device-for-media-stream'
  const dialog = '--use-fake-ui-for-media-stream'
  if (camera === 'denied') return [fake, `${dialog}=deny`]
  if (camera === 'missing') return [`${fake}=device-count=0`, dialog]
  return [fake, dialog, `--use-file-for-fake-video-capture=${file}`]
}

export { expect }
