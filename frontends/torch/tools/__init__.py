"""Programs that write what is committed of samebits.torch: the frozen overloads and their page."""
