/** A built-in page that warms up the code. It has no cross-reference table: qpdf makes one. */
export const rehearsalPdf = Buffer.from(`%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources <</Font <</F 4 0 R>>>>>> endobj
4 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>> endobj
5 0 obj <</Length 53>> stream
BT /F 24 Tf 50 750 Td (Six digits at a printer) Tj ET
endstream endobj
trailer <</Root 1 0 R>>
%%EOF
`);
