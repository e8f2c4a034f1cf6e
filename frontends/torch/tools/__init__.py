"""Programs that write the committed records of samebits.torch: frozen overloads and pages."""
