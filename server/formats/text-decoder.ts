import type { Encoding } from "../../contract/constants.ts";

/** The characters from 0x80 on of the code pages of DOS that the runtime does not know. */
const codePages: Partial<Record<Encoding, string>> = {
  ibm850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ" +
    "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀" +
    "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ibm852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č" +
    "áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐" +
    "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀" +
    "ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
};

export type Decoder = { decode(bytes?: Uint8Array, options?: { stream?: boolean }): string };

/** With `fatal`, a byte that the encoding does not know throws. */
export function decoderOf(encoding: Encoding, fatal = false): Decoder {
  const page = codePages[encoding];
  if (page === undefined) return new TextDecoder(encoding, { fatal });
  return {
    decode: (bytes = new Uint8Array(0)) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        .toString("latin1")
        .replace(/[\u0080-\u00ff]/g, (sign) => page[sign.charCodeAt(0) - 0x80] as string),
  };
}
