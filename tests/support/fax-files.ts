import sharp from 'sharp'

/** A fax of one page of letter paper with black lines across, as mod_spandsp writes it, at 204 by so many dots an inch. */
export function faxFile({ lines = 98 }: { lines?: 98 | 196 } = {}): Promise<Buffer> {
  const [width, height] = [1728, lines * 11]
  const pixels = Buffer.alloc(width * height, 255)
  for (let row = 50; row + 20 < height; row += 100) pixels.fill(0, row * width, (row + 20) * width)
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, xres: 204 / 25.4, yres: lines / 25.4 })
    .toBuffer()
}
